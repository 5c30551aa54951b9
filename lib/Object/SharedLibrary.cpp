// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/SharedLibrary.h"

#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;

namespace etprune {

namespace {

template <class ELFT> Error addUndefined(StringRef Contents, std::vector<std::string> &Names) {
  auto File = ELFFile<ELFT>::create(Contents);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Table : *Sections) {
    if (Table.sh_type != ELF::SHT_DYNSYM)
      continue;
    auto Symbols = File->symbols(&Table);
    if (!Symbols)
      return Symbols.takeError();
    auto Strings = File->getStringTableForSymtab(Table, *Sections);
    if (!Strings)
      return Strings.takeError();
    for (const auto &Symbol : *Symbols) {
      if (Symbol.st_shndx != ELF::SHN_UNDEF)
        continue;
      auto Name = Symbol.getName(*Strings);
      if (!Name)
        return Name.takeError();
      if (!Name->empty()) // the null symbol
        Names.push_back(Name->str());
    }
  }
  return Error::success();
}

template <typename ELFT> LoaderFacts readFacts(StringRef Contents) {
  LoaderFacts Facts;
  auto File = object::ELFFile<ELFT>::create(Contents);
  if (!File) {
    consumeError(File.takeError());
    return Facts;
  }
  auto Headers = File->program_headers();
  auto Entries = File->dynamicEntries();
  if (!Headers || !Entries) {
    consumeError(joinErrors(Headers.takeError(), Entries.takeError()));
    return Facts;
  }
  for (const auto &Header : *Headers)
    if (Header.p_type == ELF::PT_INTERP && Header.p_offset < Contents.size())
      Facts.Loader = Contents.substr(Header.p_offset, Header.p_filesz).split('\0').first.str();
  StringRef Strings;
  for (const auto &Entry : *Entries)
    if (Entry.d_tag == ELF::DT_STRTAB) {
      auto Address = File->toMappedAddr(Entry.d_un.d_ptr);
      if (!Address) {
        consumeError(Address.takeError());
        return Facts;
      }
      Strings = Contents.substr(reinterpret_cast<const char *>(*Address) - Contents.data());
    }
  for (const auto &Entry : *Entries) {
    const std::string Text = Strings.substr(Entry.d_un.d_val).split('\0').first.str();
    if (Entry.d_tag == ELF::DT_SONAME)
      Facts.Soname = Text;
    else if (Entry.d_tag == ELF::DT_NEEDED)
      Facts.Needed.push_back(Text);
    else if (Entry.d_tag == ELF::DT_RPATH || Entry.d_tag == ELF::DT_RUNPATH)
      Facts.RunPath = Text;
  }
  return Facts;
}

Error addUndefined(StringRef Contents, std::vector<std::string> &Names) {
  const auto [Class, Data] = getElfArchType(Contents);
  const bool IsLittle = Data == ELF::ELFDATA2LSB;
  if (!Contents.starts_with(ELF::ElfMagic) ||
      (Class != ELF::ELFCLASS32 && Class != ELF::ELFCLASS64))
    return createStringError("it is not an ELF file");
  if (Class == ELF::ELFCLASS64)
    return IsLittle ? addUndefined<ELF64LE>(Contents, Names)
                    : addUndefined<ELF64BE>(Contents, Names);
  return IsLittle ? addUndefined<ELF32LE>(Contents, Names) : addUndefined<ELF32BE>(Contents, Names);
}

} // namespace

std::vector<std::string> undefinedSymbols(StringRef Library) {
  std::vector<std::string> Names;
  consumeError(addUndefined(Library, Names));
  return Names;
}

LoaderFacts readLoaderFacts(StringRef Contents) {
  if (Contents.size() < ELF::EI_NIDENT)
    return {};
  const bool Is64Bit = Contents[ELF::EI_CLASS] == ELF::ELFCLASS64;
  if (Contents[ELF::EI_DATA] == ELF::ELFDATA2LSB)
    return Is64Bit ? readFacts<object::ELF64LE>(Contents) : readFacts<object::ELF32LE>(Contents);
  return Is64Bit ? readFacts<object::ELF64BE>(Contents) : readFacts<object::ELF32BE>(Contents);
}

bool isLoadedByPath(StringRef Library) { return readLoaderFacts(Library).Soname.empty(); }

} // namespace etprune
