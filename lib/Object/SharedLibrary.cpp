// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/SharedLibrary.h"

#include "Object/ElfTypes.h"
#include "Support/Try.h"

using namespace llvm;
using namespace llvm::object;

namespace etprune {

namespace {

template <class ELFT> Error readFacts(StringRef Contents, LoaderFacts &Facts) {
  ASSIGN_OR_RETURN(auto File, ELFFile<ELFT>::create(Contents));
  ASSIGN_OR_RETURN(auto Headers, File.program_headers());
  for (const auto &Header : Headers)
    if (Header.p_type == ELF::PT_INTERP && Header.p_offset < Contents.size())
      Facts.Loader = Contents.substr(Header.p_offset, Header.p_filesz).split('\0').first.str();
  ASSIGN_OR_RETURN(auto Sections, File.sections());
  for (const auto &Table : Sections) {
    if (Table.sh_type != ELF::SHT_DYNSYM)
      continue;
    ASSIGN_OR_RETURN(auto Symbols, File.symbols(&Table));
    ASSIGN_OR_RETURN(auto Strings, File.getStringTableForSymtab(Table, Sections));
    for (const auto &Symbol : Symbols) {
      ASSIGN_OR_RETURN(auto Name, Symbol.getName(Strings));
      if (Symbol.st_shndx == ELF::SHN_UNDEF && !Name.empty()) // not the null symbol
        Facts.Undefined.push_back(Name.str());
    }
  }
  ASSIGN_OR_RETURN(auto Entries, File.dynamicEntries());
  StringRef Strings;
  for (const auto &Entry : Entries)
    if (Entry.d_tag == ELF::DT_STRTAB) {
      ASSIGN_OR_RETURN(auto Address, File.toMappedAddr(Entry.d_un.d_ptr));
      Strings = Contents.substr(reinterpret_cast<const char *>(Address) - Contents.data());
    }
  for (const auto &Entry : Entries) {
    const std::string Text = Strings.substr(Entry.d_un.d_val).split('\0').first.str();
    if (Entry.d_tag == ELF::DT_SONAME)
      Facts.Soname = Text;
    else if (Entry.d_tag == ELF::DT_NEEDED)
      Facts.Needed.push_back(Text);
    else if (Entry.d_tag == ELF::DT_RPATH || Entry.d_tag == ELF::DT_RUNPATH)
      Facts.RunPath = Text;
  }
  return Error::success();
}

} // namespace

LoaderFacts readLoaderFacts(StringRef Contents) {
  LoaderFacts Facts;
  consumeError(
      withElfType(Contents, [&](auto Type) { return readFacts<decltype(Type)>(Contents, Facts); }));
  return Facts;
}

} // namespace etprune
