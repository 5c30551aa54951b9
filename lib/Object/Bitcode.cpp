// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's half of IntermediateCode.h. After its modules, a bitcode file has a symbol table for
// linkers. irsymtab::Reader trusts every offset of the table, so this file checks them first.
// Reading the modules needs a process for each file (BitcodeModule.h), which would take too long
// for all files of a link. So modules are read only if the file has kernels, or a symbol table in
// another LLVM's form.
//
// A kernel's record is a global variable in a section with the record's name. It becomes the
// section that a compiler would make: three words, each with a relocation. So one reader serves
// machine code and bitcode. The kernel's code is not read here; the objects that the link compiles
// show where it is. ET_KERNEL's data for tools is module-level assembly.

#include "Object/Arch/Arch.h"
#include "Object/BitcodeModule.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

/// True if a symbol table has the known form and describes all modules of the file.
bool isKnown(const BitcodeFileContents &File) {
  using irsymtab::storage::Header;
  if (File.Symtab.size() < sizeof(Header))
    return false;
  const auto &Top = *reinterpret_cast<const Header *>(File.Symtab.data());
  return Top.Version == Header::kCurrentVersion && Top.Modules.Size == File.Mods.size();
}

/// True if every reference of a symbol table stays within the table and its strings.
bool isSound(StringRef Table, StringRef Strings) {
  using namespace irsymtab::storage;
  auto HasRange = [&](const auto &R, size_t EntrySize) {
    return R.Offset <= Table.size() && R.Size <= (Table.size() - R.Offset) / EntrySize;
  };
  auto HasString = [&](const Str &S) {
    return S.Offset <= Strings.size() && S.Size <= Strings.size() - S.Offset;
  };
  const auto &Top = *reinterpret_cast<const Header *>(Table.data());
  if (!HasString(Top.TargetTriple) || !HasString(Top.SourceFileName) ||
      !HasRange(Top.Modules, sizeof(irsymtab::storage::Module)) ||
      !HasRange(Top.Comdats, sizeof(irsymtab::storage::Comdat)) ||
      !HasRange(Top.Symbols, sizeof(irsymtab::storage::Symbol)) ||
      !HasRange(Top.Uncommons, sizeof(Uncommon)) || !HasRange(Top.DependentLibraries, sizeof(Str)))
    return false;
  // Each symbol with a rare property uses the next entry of its module's list.
  auto Uncommons = Top.Uncommons.get(Table);
  uint64_t Next = 0;
  for (const auto &Symbol : Top.Symbols.get(Table)) {
    if (!HasString(Symbol.Name) || !HasString(Symbol.IRName))
      return false;
    Next += Symbol.Flags >> irsymtab::storage::Symbol::FB_has_uncommon & 1;
  }
  return Next <= Uncommons.size() && llvm::all_of(Uncommons, [&](const Uncommon &U) {
           return HasString(U.COFFWeakExternFallbackName) && HasString(U.SectionName);
         });
}

TargetInfo targetOf(const Triple &T) {
  TargetInfo Target;
  Target.Is64 = T.isArch64Bit();
  Target.IsLittleEndian = T.isLittleEndian();
  if (const Arch *A = Arch::find(T)) {
    Target.Machine = A->Machine;
    Target.Flags = A->FlagsOfBitcode;
  }
  return Target;
}

uint8_t elfVisibility(GlobalValue::VisibilityTypes Visibility) {
  return Visibility == GlobalValue::HiddenVisibility      ? ELF::STV_HIDDEN
         : Visibility == GlobalValue::ProtectedVisibility ? ELF::STV_PROTECTED
                                                          : ELF::STV_DEFAULT;
}

class ObjectMaker {
public:
  explicit ObjectMaker(InputObject &Object);

  void setTarget(StringRef TripleText) {
    if (!Object.HasMachineCode)
      Object.Target = targetOf(Triple(TripleText));
  }
  void addSymbol(const BitcodeSymbol &Symbol) {
    if (Known.insert(Symbol.Name).second)
      Object.Symbols.push_back(
          {Saver.save(Symbol.Name), 0, 0,
           Symbol.IsUndefined ? ObjectSymbol::Undefined
           : Symbol.IsCommon  ? ObjectSymbol::Elsewhere
                              : BitcodeSection,
           static_cast<uint8_t>(Symbol.IsWeak ? ELF::STB_WEAK : ELF::STB_GLOBAL), ELF::STT_NOTYPE,
           elfVisibility(Symbol.Visibility), 0});
  }
  Error addRecord(const BitcodeRecord &Record);
  void addInfo(StringRef Assembly);

private:
  uint32_t addSection(StringRef Name, uint64_t Flags, StringRef Contents) {
    const ArrayRef<uint8_t> Data = arrayRefFromStringRef(Saver.save(Contents));
    Object.Sections.push_back(
        {Saver.save(Name), ELF::SHT_PROGBITS, Flags, 0, 0, Data, Data.size(), 1, 0, 0});
    return Object.Sections.size() - 1;
  }

  InputObject &Object;
  StringSaver Saver;
  StringSet<> Known;
  uint32_t BitcodeSection; ///< the section with the bitcode, in which all symbols count as defined
};

ObjectMaker::ObjectMaker(InputObject &Object)
    : Object(Object), Saver(Object.Storage), Known(globalSymbols(Object)) {
  if (!Object.HasMachineCode) {
    Object.Symbols.push_back({"", 0, 0, ObjectSymbol::Undefined, ELF::STB_LOCAL, 0, 0, 0});
    Object.Sections.resize(1);
    Object.Sections.push_back(
        {LlvmCodeSectionName, ELF::SHT_LLVM_LTO, ELF::SHF_EXCLUDE, 0, 0, {}, 0, 1, 0, 0});
  }
  auto IsBitcode = [](const ObjectSection &S) { return S.Name == LlvmCodeSectionName; };
  BitcodeSection = llvm::find_if(Object.Sections, IsBitcode) - Object.Sections.begin();
}

Error ObjectMaker::addRecord(const BitcodeRecord &Record) {
  auto Absolute = Object.Target.absoluteRelocation();
  if (!Absolute)
    return Object.error(toString(Absolute.takeError()));
  std::string Contents(Record.Size <= 1024 ? Record.Size : 0, '\0');
  std::vector<ObjectRelocation> Relocations;
  for (const BitcodeRecord::Word &Word : Record.Words) {
    if (Word.Offset >= Contents.size() || Contents.size() - Word.Offset < Object.Target.wordSize())
      continue; // skip the word; the reader of the record reports a wrong size
    uint32_t Section = Word.IsDefined ? BitcodeSection : ObjectSymbol::Undefined;
    if (!Word.Contents.empty())
      Section = addSection(".rodata." + Word.Symbol, ELF::SHF_ALLOC, Word.Contents);
    const bool UsesRela = Object.Target.usesRela();
    Relocations.push_back({Word.Offset, *Absolute, static_cast<uint32_t>(Object.Symbols.size()),
                           UsesRela ? Word.Addend : 0});
    Object.Symbols.push_back({Saver.save(Word.Symbol), 0, 0, Section,
                              static_cast<uint8_t>(Word.IsLocal ? ELF::STB_LOCAL : ELF::STB_GLOBAL),
                              ELF::STT_NOTYPE, ELF::STV_DEFAULT, 0});
    if (!UsesRela) // REL keeps the addend in the word
      support::endian::write<uint32_t>(Contents.data() + Word.Offset, Word.Addend,
                                       Object.Target.byteOrder());
  }
  uint32_t Section = addSection(Record.Section, ELF::SHF_ALLOC, Contents);
  Object.Sections[Section].Relocations = std::move(Relocations);
  return Error::success();
}

/// Adds the sections of ET_KERNEL's data for tools. The assembly of a section is `.pushsection
/// .et_kernel_info.<id>,...` and an `.asciz "..."` for each string.
void ObjectMaker::addInfo(StringRef Assembly) {
  std::string Name, Contents;
  SmallVector<StringRef> Lines;
  Assembly.split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.trim();
    if (Line.consume_front(".pushsection")) {
      StringRef Section = Line.ltrim().take_until([](char C) { return C == ','; });
      Name = isRecordInfo(Section) ? Section.str() : "";
      Contents.clear();
    } else if (Name.empty()) {
      continue;
    } else if (Line == ".popsection") {
      addSection(Name, ELF::SHF_EXCLUDE, Contents);
      Name.clear();
    } else if (Line.consume_front(".asciz")) {
      Line = Line.ltrim();
      if (!Line.consume_front("\"") || !Line.consume_back("\""))
        continue;
      for (size_t I = 0; I < Line.size(); ++I)
        Contents += Line[I] == '\\' && I + 1 < Line.size() ? Line[++I] : Line[I];
      Contents += '\0';
    }
  }
}

} // namespace

Error readBitcode(InputObject &Object, StringRef Bitcode) {
  auto Fail = [&](Error E) {
    return Object.error("LLVM " LLVM_VERSION_STRING " cannot read its bitcode, '" +
                        toString(std::move(E)) +
                        "'; compile it with this LLVM or an older one, or without -flto");
  };
  auto File = getBitcodeFileContents(MemoryBufferRef(Bitcode, ""));
  if (!File) {
    consumeError(File.takeError());
    return Fail(createStringError("it is damaged"));
  }
  ObjectMaker Maker(Object);
  bool HasTable = isKnown(*File), HasRecords = false;
  if (HasTable) {
    if (!isSound(File->Symtab, File->StrtabForSymtab))
      return Fail(createStringError("its symbol table is damaged"));
    irsymtab::Reader Reader(File->Symtab, File->StrtabForSymtab);
    Maker.setTarget(Reader.getTargetTriple());
    for (const irsymtab::Reader::SymbolRef &Symbol : Reader.symbols()) {
      HasRecords |= isRecord(Symbol.getSectionName());
      if (Symbol.isGlobal() && !Symbol.isFormatSpecific())
        Maker.addSymbol({Symbol.getName().str(), Symbol.isUndefined(), Symbol.isWeak(),
                         Symbol.isCommon(), Symbol.getVisibility()});
    }
  }
  if (HasTable && (!HasRecords || Object.HasMachineCode))
    return Error::success();
  auto Contents = readBitcodeModules(Bitcode);
  if (!Contents)
    return Fail(Contents.takeError());
  Maker.setTarget(Contents->Triple);
  for (const BitcodeSymbol &Symbol : Contents->Symbols)
    Maker.addSymbol(Symbol);
  if (Object.HasMachineCode)
    return Error::success();
  for (const BitcodeRecord &Record : Contents->Records)
    RETURN_IF_ERROR(Maker.addRecord(Record));
  Maker.addInfo(Contents->Assembly);
  return Error::success();
}

} // namespace etprune
