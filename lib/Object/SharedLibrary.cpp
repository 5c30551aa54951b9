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

} // namespace etprune
