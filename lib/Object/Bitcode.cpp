// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads LLVM's bitcode. After its modules, a bitcode file has a symbol table for linkers.
// irsymtab::Reader trusts every offset of the table, so isSound() checks the offsets first. LLVM's
// reader of modules may crash on damaged bitcode. So the reader runs in a child process, which
// returns the sections and symbols to add. A child process for each file of a link would take too
// long. So modules are read only if the file has kernels and no machine code, or if the file has no
// symbol table of this LLVM version.
//
// A kernel's record is a global variable in a section `.et_kernels.<id>`. addRecord() makes the
// section that a compiler would write: three words, and a relocation for the address in each word.
// So the same code reads the records of bitcode and of machine code. For tools, ET_KERNEL writes
// further data, such as the schema, in module-level assembly. addInfo() reads this data.

#include "Object/Arch/Arch.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Mangler.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

/// True if a symbol table has this LLVM's version and describes all modules of the file.
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
  // Each symbol with the flag FB_has_uncommon uses the next entry of the list Uncommons. The reader
  // does not check that the list has enough entries.
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

/// Copies values to another process. Both processes call all() with the same list of variables. In
/// the sender, all() appends the values to Sent. The receiver makes a Transfer with these bytes and
/// all() sets the variables. A number has eight bytes. A text or a list comes after its length. The
/// receiver checks each length, because the sender may have crashed. Received texts point into the
/// received bytes.
class Transfer {
public:
  Transfer() : Sends(true), Received("", true, 8) {}
  explicit Transfer(StringRef Received) : Sends(false), Received(Received, true, 8) {}

  template <class... T> void all(T &...Each) { (transfer(Each), ...); }
  Error takeError() { return At.takeError(); }

  std::string Sent;

private:
  void transfer(StringRef &Text) {
    const uint64_t Size = number(Text.size());
    if (Sends)
      Sent += Text;
    else
      Text = Received.getBytes(At, Size);
  }
  void transfer(ArrayRef<uint8_t> &Data) {
    StringRef Text = toStringRef(Data);
    transfer(Text);
    Data = arrayRefFromStringRef(Text);
  }
  template <class T> void transfer(std::vector<T> &List) {
    const uint64_t Count = number(List.size());
    for (uint64_t I = 0; I < Count && At; ++I)
      transfer(Sends ? List[I] : List.emplace_back());
  }
  template <class T> std::enable_if_t<std::is_scalar_v<T>> transfer(T &Number) {
    Number = static_cast<T>(number(static_cast<uint64_t>(Number)));
  }
  void transfer(TargetInfo &T) { all(T.Machine, T.Is64, T.IsLittleEndian, T.Flags); }
  void transfer(ObjectSymbol &S) { all(S.Name, S.Section, S.Binding, S.Visibility); }
  void transfer(ObjectRelocation &R) { all(R.Offset, R.Type, R.Symbol, R.Addend); }
  void transfer(ObjectSection &S) {
    all(S.Name, S.Type, S.Flags, S.Data, S.Size, S.Alignment, S.Relocations);
  }
  uint64_t number(uint64_t Value) {
    if (!Sends)
      return Received.getU64(At);
    char Word[8];
    support::endian::write64le(Word, Value);
    Sent.append(Word, sizeof(Word));
    return Value;
  }

  const bool Sends;
  DataExtractor Received;
  DataExtractor::Cursor At{0};
};

/// Prints nothing and does not end the process, because the reader's Error describes the problem.
struct NoDiagnostics : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &) override { return true; }
};

class ObjectMaker {
public:
  explicit ObjectMaker(InputObject &Object);

  void setTarget(const Triple &T) {
    if (Object.HasMachineCode)
      return;
    const Arch *A = Arch::find(T);
    Object.Target.Is64 = T.isArch64Bit();
    Object.Target.IsLittleEndian = T.isLittleEndian();
    Object.Target.Machine = A ? A->Machine : 0;
    Object.Target.Flags = A ? A->FlagsOfBitcode : 0;
  }
  /// Adds a symbol that linkers see. The symbol is from a symbol table or from a module.
  void addSymbol(const irsymtab::Reader::SymbolRef &S) {
    add(S.getName(), S.isUndefined(), S.isWeak(), S.isCommon(), S.getVisibility());
  }
  void addSymbol(const GlobalValue &Value) {
    add(nameOf(Value), Value.isDeclarationForLinker(),
        Value.isWeakForLinker() || Value.hasExternalWeakLinkage(), Value.hasCommonLinkage(),
        Value.getVisibility());
  }
  Error addModules(StringRef Bitcode);

private:
  void add(StringRef Name, bool IsUndefined, bool IsWeak, bool IsCommon,
           GlobalValue::VisibilityTypes Visibility) {
    const uint32_t Section = IsUndefined ? ObjectSymbol::Undefined
                             : IsCommon  ? ObjectSymbol::Elsewhere
                                         : BitcodeSection;
    const uint8_t ElfVisibility = Visibility == GlobalValue::HiddenVisibility ? ELF::STV_HIDDEN
                                  : Visibility == GlobalValue::ProtectedVisibility
                                      ? ELF::STV_PROTECTED
                                      : ELF::STV_DEFAULT;
    if (Known.insert(Name).second)
      Object.Symbols.push_back({Saver.save(Name), 0, 0, Section,
                                static_cast<uint8_t>(IsWeak ? ELF::STB_WEAK : ELF::STB_GLOBAL),
                                ELF::STT_NOTYPE, ElfVisibility, 0});
  }
  static std::string nameOf(const GlobalValue &Value) {
    SmallString<128> Name;
    Mangler().getNameWithPrefix(Name, &Value, false);
    return Name.str().str();
  }
  uint32_t addSection(const Twine &Name, uint64_t Flags, StringRef Contents) {
    const ArrayRef<uint8_t> Data = arrayRefFromStringRef(Saver.save(Contents));
    Object.Sections.push_back(
        {Saver.save(Name), ELF::SHT_PROGBITS, Flags, 0, 0, Data, Data.size(), 1, 0, 0});
    return Object.Sections.size() - 1;
  }
  uint32_t addTarget(const GlobalObject &Target);
  void addRecord(const GlobalVariable &Variable, const DataLayout &Layout);
  void addInfo(StringRef Assembly);
  Error readModules(StringRef Bitcode);

  InputObject &Object;
  StringSaver Saver;
  StringSet<> Known;
  uint32_t BitcodeSection; ///< the section with the bitcode; defined symbols get this section
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

/// Adds a symbol for the target of a record's word. If the target is a string, also adds a section
/// with the string. Returns the symbol's index.
uint32_t ObjectMaker::addTarget(const GlobalObject &Target) {
  const StringRef Name = Saver.save(nameOf(Target));
  uint32_t Section = Target.isDeclaration() ? ObjectSymbol::Undefined : BitcodeSection;
  const auto *Variable = dyn_cast<GlobalVariable>(&Target);
  if (Variable && Variable->hasInitializer())
    if (const auto *Data = dyn_cast<ConstantDataSequential>(Variable->getInitializer()))
      Section = addSection(".rodata." + Name, ELF::SHF_ALLOC, Data->getRawDataValues());
  const bool IsLocal = Target.hasLocalLinkage();
  Object.Symbols.push_back({Name, 0, 0, Section,
                            static_cast<uint8_t>(IsLocal ? ELF::STB_LOCAL : ELF::STB_GLOBAL),
                            ELF::STT_NOTYPE, ELF::STV_DEFAULT, 0});
  return Object.Symbols.size() - 1;
}

/// Adds the section of a record. lib/Runtimes/Table later reports a record with a wrong size or
/// word. The section of a variable of more than 1,024 bytes stays empty, because damaged bitcode
/// may have a variable larger than the machine's memory.
void ObjectMaker::addRecord(const GlobalVariable &Variable, const DataLayout &Layout) {
  const Constant *Value = Variable.hasInitializer() ? Variable.getInitializer() : nullptr;
  const uint64_t Size = Value ? Layout.getTypeAllocSize(Value->getType()).getFixedValue() : 0;
  std::string Contents(Size <= 1024 ? Size : 0, '\0');
  std::vector<ObjectRelocation> Relocations;
  const uint32_t Absolute = expectedToOptional(Object.Target.absoluteRelocation()).value_or(0);
  auto *Type = Value ? dyn_cast<StructType>(Value->getType()) : nullptr;
  for (unsigned I = 0; Type && I < Type->getNumElements(); ++I) {
    const Constant *Element = Value->getAggregateElement(I);
    const uint64_t Offset = Layout.getStructLayout(Type)->getElementOffset(I);
    if (!Element || !Element->getType()->isPointerTy() ||
        Offset + Object.Target.wordSize() > Contents.size())
      continue;
    APInt Distance(Layout.getIndexTypeSizeInBits(Element->getType()), 0);
    const auto *Target = dyn_cast<GlobalObject>(
        Element->stripAndAccumulateConstantOffsets(Layout, Distance, /*AllowNonInbounds=*/true));
    if (!Target)
      continue;
    const int64_t Addend = Distance.getSExtValue();
    const bool UsesRela = Object.Target.usesRela();
    Relocations.push_back({Offset, Absolute, addTarget(*Target), UsesRela ? Addend : 0});
    if (!UsesRela) // REL keeps the addend in the word
      support::endian::write<uint32_t>(Contents.data() + Offset, Addend, Object.Target.byteOrder());
  }
  const uint32_t Section = addSection(Variable.getSection(), ELF::SHF_ALLOC, Contents);
  Object.Sections[Section].Relocations = std::move(Relocations);
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

/// Ignores the symbols of module-level assembly, because only the target's assembler can parse
/// assembly.
Error ObjectMaker::readModules(StringRef Bitcode) {
  ASSIGN_OR_RETURN(auto Modules, getBitcodeModuleList(MemoryBufferRef(Bitcode, "")));
  for (BitcodeModule &Part : Modules) {
    LLVMContext Context;
    Context.setDiagnosticHandler(std::make_unique<NoDiagnostics>());
    ASSIGN_OR_RETURN(auto M, Part.getLazyModule(Context, /*ShouldLazyLoadMetadata=*/true,
                                                /*IsImporting=*/false));
    setTarget(Triple(M->getTargetTriple()));
    for (const GlobalValue &Value : M->global_values())
      if (!Value.hasLocalLinkage() && !Value.getName().starts_with("llvm."))
        addSymbol(Value);
    if (Object.HasMachineCode)
      continue;
    for (const GlobalVariable &Variable : M->globals())
      if (isRecord(Variable.getSection()))
        addRecord(Variable, M->getDataLayout());
    addInfo(M->getModuleInlineAsm());
  }
  return Error::success();
}

void limit(int Resource, rlim_t Value) {
  rlimit Limit;
  if (getrlimit(Resource, &Limit) != 0)
    return;
  Limit.rlim_cur = std::min(Limit.rlim_cur, Value);
  (void)setrlimit(Resource, &Limit);
}

/// Reads the modules in a child process, which may use five seconds of CPU time.
Error ObjectMaker::addModules(StringRef Bitcode) {
  StringRef Problem;
  std::vector<ObjectSymbol> Symbols;
  std::vector<ObjectSection> Sections;
  const size_t NumSymbols = Object.Symbols.size(), NumSections = Object.Sections.size();
  auto RunChild = [&] {
    limit(RLIMIT_CPU, 5);
    limit(RLIMIT_CORE, 0);
    // A crash must end this process, not reach the tool's signal handlers.
    for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
      std::signal(Signal, SIG_DFL);
    Problem = Saver.save(toString(readModules(Bitcode)));
    Symbols.assign(Object.Symbols.begin() + NumSymbols, Object.Symbols.end());
    Sections.assign(Object.Sections.begin() + NumSections, Object.Sections.end());
    Transfer Send;
    Send.all(Problem, Object.Target, Symbols, Sections);
    raw_fd_ostream Out(STDOUT_FILENO, /*shouldClose=*/false, /*unbuffered=*/true);
    Out << Send.Sent;
    return Out.has_error() ? 1 : 0;
  };
  ASSIGN_OR_RETURN(auto Result, runFork(RunChild, "reader", /*Directory=*/"", /*Environment=*/{}));
  Transfer Receive(Saver.save(Result.Stdout));
  Receive.all(Problem, Object.Target, Symbols, Sections);
  const bool IsDamaged = errorToBool(Receive.takeError()) || Result.ExitCode != 0;
  if (!Problem.empty())
    return createStringError(Problem);
  llvm::append_range(Object.Symbols, Symbols);
  llvm::append_range(Object.Sections, Sections);
  auto IsSymbolSound = [&](const ObjectSymbol &S) {
    return S.Section == ObjectSymbol::Elsewhere || S.Section < Object.Sections.size();
  };
  auto IsSectionSound = [&](const ObjectSection &S) {
    return llvm::all_of(
        S.Relocations, [&](const ObjectRelocation &R) { return R.Symbol < Object.Symbols.size(); });
  };
  if (IsDamaged || !llvm::all_of(Symbols, IsSymbolSound) || !llvm::all_of(Sections, IsSectionSound))
    return createStringError("LLVM's reader crashed");
  return Error::success();
}

} // namespace

Error readBitcode(InputObject &Object, StringRef Bitcode) {
  auto Fail = [&](Error E) {
    return Object.error(
        "LLVM " LLVM_VERSION_STRING " cannot read its bitcode: " + toString(std::move(E)) +
        "; compile it with this LLVM or an older one, or without -flto");
  };
  auto File = getBitcodeFileContents(MemoryBufferRef(Bitcode, ""));
  if (!File) {
    consumeError(File.takeError());
    return Fail(createStringError("it is damaged"));
  }
  ObjectMaker Maker(Object);
  if (isKnown(*File)) {
    if (!isSound(File->Symtab, File->StrtabForSymtab))
      return Fail(createStringError("its symbol table is damaged"));
    irsymtab::Reader Reader(File->Symtab, File->StrtabForSymtab);
    Maker.setTarget(Triple(Reader.getTargetTriple()));
    bool HasRecords = false;
    for (const irsymtab::Reader::SymbolRef &Symbol : Reader.symbols()) {
      HasRecords |= isRecord(Symbol.getSectionName());
      if (Symbol.isGlobal() && !Symbol.isFormatSpecific())
        Maker.addSymbol(Symbol);
    }
    if (!HasRecords || Object.HasMachineCode)
      return Error::success();
  }
  Error E = Maker.addModules(Bitcode);
  return E ? Fail(std::move(E)) : Error::success();
}

} // namespace etprune
