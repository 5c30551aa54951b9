// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's half of IntermediateCode.h. A bitcode file is a sequence of blocks. After the module
// blocks, one block has a symbol table for linkers and one has its strings. Both are plain bytes.
// They are read here, because LLVM's readers trust every offset in them, and a process for each
// module of a link (BitcodeModule.h) would take too long. Only modules with kernels, or with a
// symbol table in another LLVM's form, are read as modules.
//
// A kernel's record is a global variable in a section with the record's name. It becomes the
// section that a compiler would make: three words, each with a relocation. So one reader serves
// machine code and bitcode. The kernel's code is not read here; the objects that the link compiles
// show where it is. ET_KERNEL's data for tools is module-level assembly, recognised by its first
// words.

#include "Object/Arch/Arch.h"
#include "Object/BitcodeModule.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

//===- The container ------------------------------------------------------===//

/// Reads bits of a bitstream; past the end, it reads zeros.
class BitReader {
public:
  explicit BitReader(StringRef Bytes) : Bytes(Bytes) {}

  uint64_t fixed(unsigned Width) {
    uint64_t Value = 0;
    for (unsigned I = 0; I < Width; ++I, ++Position)
      if (Position / 8 < Bytes.size())
        Value |= uint64_t(Bytes[Position / 8] >> (Position % 8) & 1) << I;
    return Value;
  }
  uint64_t variable(unsigned Width) {
    uint64_t Value = 0, High = uint64_t(1) << (Width - 1);
    for (unsigned Shift = 0; Shift < 64; Shift += Width - 1) {
      uint64_t Part = fixed(Width);
      Value |= (Part & (High - 1)) << Shift;
      if (!(Part & High))
        break;
    }
    return Value;
  }
  void align() { Position = (Position + 31) / 32 * 32; }
  bool atEnd() const { return Position / 8 >= Bytes.size(); }
  /// The next `Size` bytes; none if fewer are left.
  std::optional<StringRef> take(uint64_t Size) {
    StringRef Rest = Bytes.drop_front(std::min<uint64_t>(Position / 8, Bytes.size()));
    if (Size > Rest.size())
      return std::nullopt;
    Position += Size * 8;
    return Rest.take_front(Size);
  }

private:
  StringRef Bytes;
  uint64_t Position = 0;
};

/// The blob of a block that only defines a kind of record (a constant and a blob) and has one such
/// record.
StringRef blobOf(StringRef Block, unsigned IdWidth) {
  BitReader Reader(Block);
  if (IdWidth < 2 || IdWidth > 32 || Reader.fixed(IdWidth) != bitc::DEFINE_ABBREV ||
      Reader.variable(5) != 2 || Reader.fixed(1) != 1)
    return "";
  Reader.variable(8); // the constant
  if (Reader.fixed(1) != 0 || Reader.fixed(3) != 5 /* a blob */ ||
      Reader.fixed(IdWidth) != bitc::FIRST_APPLICATION_ABBREV)
    return "";
  uint64_t Size = Reader.variable(6);
  Reader.align();
  return Reader.take(Size).value_or("");
}

struct SymbolTable {
  StringRef Table, Strings;
  unsigned Modules = 0; ///< the number of modules in the file
};

/// Finds the symbol table. Its members are empty if this reader knows no table in the file.
Expected<SymbolTable> findSymbolTable(StringRef File) {
  auto Damaged = [] { return createStringError("it is damaged"); };
  if (File.size() >= 20 && support::endian::read32le(File.data()) == 0x0b17c0de) { // Apple's header
    uint64_t Offset = support::endian::read32le(File.data() + 8);
    uint64_t Size = support::endian::read32le(File.data() + 12);
    if (Offset > File.size() || Size > File.size() - Offset)
      return Damaged();
    File = File.substr(Offset, Size);
  }
  if (!File.consume_front("BC\xc0\xde"))
    return Damaged();
  SymbolTable Found;
  BitReader Reader(File); // the 32-bit header stays, to keep the alignment
  while (!Reader.atEnd()) {
    if (Reader.fixed(2) != bitc::ENTER_SUBBLOCK)
      return Damaged();
    uint64_t Block = Reader.variable(8), IdWidth = Reader.variable(4);
    Reader.align();
    auto Contents = Reader.take(4 * Reader.fixed(32));
    if (!Contents)
      return Damaged();
    if (Block == bitc::MODULE_BLOCK_ID)
      ++Found.Modules;
    else if (Block == bitc::SYMTAB_BLOCK_ID && Found.Table.empty())
      Found.Table = blobOf(*Contents, IdWidth);
    else if (Block == bitc::STRTAB_BLOCK_ID && !Found.Table.empty() && Found.Strings.empty())
      Found.Strings = blobOf(*Contents, IdWidth);
  }
  return Found;
}

/// True if a symbol table has the known form and describes all modules of the file.
bool isKnown(const SymbolTable &T) {
  using irsymtab::storage::Header;
  if (T.Table.size() < sizeof(Header))
    return false;
  const auto &Top = *reinterpret_cast<const Header *>(T.Table.data());
  return Top.Version == Header::kCurrentVersion && Top.Modules.Size == T.Modules;
}

/// True if every reference of a table leads to its own data or strings.
bool isSound(const SymbolTable &T) {
  using namespace irsymtab::storage;
  auto HasRange = [&](const auto &R, size_t EntrySize) {
    return R.Offset <= T.Table.size() && R.Size <= (T.Table.size() - R.Offset) / EntrySize;
  };
  auto HasString = [&](const Str &S) {
    return S.Offset <= T.Strings.size() && S.Size <= T.Strings.size() - S.Offset;
  };
  const auto &Top = *reinterpret_cast<const Header *>(T.Table.data());
  if (!HasString(Top.TargetTriple) || !HasString(Top.SourceFileName) ||
      !HasRange(Top.Modules, sizeof(irsymtab::storage::Module)) ||
      !HasRange(Top.Comdats, sizeof(irsymtab::storage::Comdat)) ||
      !HasRange(Top.Symbols, sizeof(irsymtab::storage::Symbol)) ||
      !HasRange(Top.Uncommons, sizeof(Uncommon)) || !HasRange(Top.DependentLibraries, sizeof(Str)))
    return false;
  // Each symbol with a rare property uses the next entry of its module's list.
  auto Symbols = Top.Symbols.get(T.Table);
  auto Uncommons = Top.Uncommons.get(T.Table);
  uint64_t Next = 0;
  for (const auto &Symbol : Symbols) {
    if (!HasString(Symbol.Name) || !HasString(Symbol.IRName))
      return false;
    Next += Symbol.Flags >> irsymtab::storage::Symbol::FB_has_uncommon & 1;
  }
  return Next <= Uncommons.size() && llvm::all_of(Uncommons, [&](const Uncommon &U) {
           return HasString(U.COFFWeakExternFallbackName) && HasString(U.SectionName);
         });
}

//===- An object of it ----------------------------------------------------===//

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
        {Saver.save(Name), ELF::SHT_PROGBITS, Flags, 0, 0, Data, Data.size(), 1, 0, {}});
    return Object.Sections.size() - 1;
  }

  InputObject &Object;
  StringSaver Saver;
  StringSet<> Known;
  uint32_t BitcodeSection; ///< the section with the bitcode; all definitions are in it
};

ObjectMaker::ObjectMaker(InputObject &Object)
    : Object(Object), Saver(Object.Storage), Known(globalSymbols(Object)) {
  if (!Object.HasMachineCode) {
    Object.Symbols.push_back({"", 0, 0, ObjectSymbol::Undefined, ELF::STB_LOCAL, 0, 0, 0});
    Object.Sections.resize(1);
    Object.Sections.push_back(
        {LlvmCodeSectionName, ELF::SHT_LLVM_LTO, ELF::SHF_EXCLUDE, 0, 0, {}, 0, 1, 0, {}});
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
      continue; // a record of another size; its reader reports it
    uint32_t Section = Word.IsDefined ? BitcodeSection : ObjectSymbol::Undefined;
    if (!Word.Contents.empty())
      Section = addSection(".rodata." + Word.Symbol, ELF::SHF_ALLOC, Word.Contents);
    const bool UsesRela = Object.Target.usesRela();
    Relocations.push_back({Word.Offset, *Absolute, static_cast<uint32_t>(Object.Symbols.size()),
                           UsesRela ? Word.Addend : 0});
    Object.Symbols.push_back({Saver.save(Word.Symbol), 0, 0, Section,
                              static_cast<uint8_t>(Word.IsLocal ? ELF::STB_LOCAL : ELF::STB_GLOBAL),
                              ELF::STT_NOTYPE, ELF::STV_DEFAULT, 0});
    if (!UsesRela) // the word holds the addend
      support::endian::write<uint32_t>(Contents.data() + Word.Offset, Word.Addend,
                                       Object.Target.IsLittleEndian ? endianness::little
                                                                    : endianness::big);
  }
  uint32_t Section = addSection(Record.Section, ELF::SHF_ALLOC, Contents);
  Object.Sections[Section].Relocations = std::move(Relocations);
  return Error::success();
}

/// `.pushsection .et_kernel_info.<id>,...` and an `.asciz "..."` for each of its strings.
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
    return Object.error("LLVM " LLVM_VERSION_STRING " makes nothing of its bitcode, '" +
                        toString(std::move(E)) +
                        "'; compile it with this LLVM or an older one, or without -flto");
  };
  auto Table = findSymbolTable(Bitcode);
  if (!Table)
    return Fail(Table.takeError());
  ObjectMaker Maker(Object);
  bool HasTable = isKnown(*Table), HasRecords = false;
  if (HasTable) {
    if (!isSound(*Table))
      return Fail(createStringError("its symbol table is damaged"));
    irsymtab::Reader Reader(Table->Table, Table->Strings);
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
    if (Error E = Maker.addRecord(Record))
      return E;
  Maker.addInfo(Contents->Assembly);
  return Error::success();
}

} // namespace etprune
