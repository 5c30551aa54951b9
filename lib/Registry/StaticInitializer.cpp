// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code is followed from its start to its end, which it must reach without a branch. Of each
// register is known what came into it last: a number, an address that a relocation named, a word of
// the span, or something that does not matter. Memory is read and written by the stack pointer and
// by such addresses only.

#include "Registry/StaticInitializer.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// The disassembler of a machine, and what it calls the registers that matter here.
struct Machine {
  Triple TargetTriple;
  std::unique_ptr<MCRegisterInfo> Registers;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCInstrInfo> Instructions;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCDisassembler> Disassembler;
  MCRegister StackPointer, ProgramCounter, LinkRegister, Zero, Pointer, Count;
  MCRegister Status; ///< what a predicate of Arm names

  static Expected<std::unique_ptr<Machine>> create(const TargetInfo &Target, bool Thumb);
  MCRegister named(StringRef Name) const {
    for (unsigned R = 1; R < Registers->getNumRegs(); ++R)
      if (Name == Registers->getName(R))
        return R;
    return {};
  }
};

Expected<std::unique_ptr<Machine>> Machine::create(const TargetInfo &Target, bool Thumb) {
  struct Names {
    const char *Triple, *Features, *StackPointer, *ProgramCounter, *LinkRegister, *Zero, *Pointer,
        *Count;
  };
  Names N;
  switch (Target.Machine) {
  case ELF::EM_X86_64:
    LLVMInitializeX86TargetInfo(), LLVMInitializeX86TargetMC(), LLVMInitializeX86Disassembler();
    N = {"x86_64", "", "RSP", "RIP", "", "", "RDI", "RSI"};
    break;
  case ELF::EM_AARCH64:
    LLVMInitializeAArch64TargetInfo(), LLVMInitializeAArch64TargetMC(),
        LLVMInitializeAArch64Disassembler();
    N = {"aarch64", "+all", "SP", "", "LR", "XZR", "X0", "X1"};
    break;
  case ELF::EM_ARM:
    LLVMInitializeARMTargetInfo(), LLVMInitializeARMTargetMC(), LLVMInitializeARMDisassembler();
    N = {Thumb ? "thumbv8.1m.main" : "armv7a", "", "SP", "PC", "LR", "", "R0", "R1"};
    break;
  case ELF::EM_RISCV:
    LLVMInitializeRISCVTargetInfo(), LLVMInitializeRISCVTargetMC(),
        LLVMInitializeRISCVDisassembler();
    N = {Target.Is64 ? "riscv64" : "riscv32",
         "+m,+a,+f,+d,+c,+zba,+zbb,+zbs",
         "X2",
         "",
         "X1",
         "X0",
         "X10",
         "X11"};
    break;
  default:
    return createStringError("its machine is not one whose code is understood here");
  }
  if (!Target.IsLittleEndian)
    return createStringError("big-endian code is not understood here");
  auto Result = std::make_unique<Machine>();
  Result->TargetTriple = Triple(N.Triple);
  std::string Message;
  const llvm::Target *Found = TargetRegistry::lookupTarget(N.Triple, Message);
  if (!Found)
    return createStringError(Message);
  MCTargetOptions Options;
  Result->Registers.reset(Found->createMCRegInfo(N.Triple));
  Result->AsmInfo.reset(Found->createMCAsmInfo(*Result->Registers, N.Triple, Options));
  Result->Instructions.reset(Found->createMCInstrInfo());
  Result->Subtarget.reset(Found->createMCSubtargetInfo(N.Triple, "", N.Features));
  Result->Context = std::make_unique<MCContext>(Result->TargetTriple, Result->AsmInfo.get(),
                                                Result->Registers.get(), Result->Subtarget.get());
  Result->Disassembler.reset(Found->createMCDisassembler(*Result->Subtarget, *Result->Context));
  Result->StackPointer = Result->named(N.StackPointer);
  Result->ProgramCounter = Result->named(N.ProgramCounter);
  Result->LinkRegister = Result->named(N.LinkRegister);
  Result->Zero = Result->named(N.Zero);
  Result->Pointer = Result->named(N.Pointer);
  Result->Count = Result->named(N.Count);
  Result->Status = Result->named("CPSR");
  return Result;
}

/// What a register holds.
struct Content {
  enum Kind : uint8_t {
    Number,    ///< Value
    Address,   ///< of section Value, at its start or near it
    SpanWord,  ///< one of the two words that lie in section Value
    Callee,    ///< the function's address
    AtExit,    ///< the address of the function that registers destructors
    Stack,     ///< an address there
    Something, ///< it is neither used as an address nor passed to the call
  };
  Kind What = Something;
  uint64_t Value = 0;
};

class Reader {
public:
  Reader(const InputObject &Object, uint32_t Section, StringRef Callee, bool ByReference,
         const Machine &M)
      : Object(Object), SectionIndex(Section), Section(Object.Sections[Section]), Callee(Callee),
        ByReference(ByReference), M(M) {}
  Expected<SpanCall> run();

private:
  Expected<bool> step(const MCInst &Inst, uint64_t Offset, uint64_t Size);
  Expected<std::optional<Content>> relocated(uint64_t Offset, uint64_t Size);
  Expected<Content> target(const ObjectRelocation &R);
  Error checkMemory(const MCInst &Inst, const MCInstrDesc &Desc,
                    const std::optional<Content> &Relocated, Content &Loaded);
  Expected<bool> leave(const MCInst &Inst, const MCInstrDesc &Desc, uint64_t Offset,
                       const std::optional<Content> &Relocated);
  Error call(uint64_t Offset);
  bool isGot(uint32_t Type) const;
  bool isPrivate(uint32_t Data) const;
  Error checkSpan(uint32_t Span);
  std::optional<Content> literal(const MCInst &Inst, const MCInstrDesc &Desc, uint64_t Offset,
                                 Error &E);

  Content contentOf(MCRegister R) const {
    if (M.Zero && M.Registers->regsOverlap(R, M.Zero))
      return {Content::Number, 0};
    if (isStack(R))
      return {Content::Stack, 0};
    for (const auto &[Known, What] : Registers)
      if (M.Registers->regsOverlap(Known, R))
        return What;
    return {};
  }
  void set(MCRegister R, Content What) {
    llvm::erase_if(Registers,
                   [&](const auto &Known) { return M.Registers->regsOverlap(Known.first, R); });
    if (What.What != Content::Something)
      Registers.push_back({R, What});
  }
  static bool names(const MCInst &Inst, MCRegister R) {
    return llvm::any_of(Inst, [&](const MCOperand &Op) { return Op.isReg() && Op.getReg() == R; });
  }
  bool isStack(MCRegister R) const { return R && M.Registers->regsOverlap(R, M.StackPointer); }
  Error refuse(const Twine &What) const { return createStringError(What); }
  Error refuse(const Twine &What, uint64_t Offset) const {
    return createStringError("at offset " + Twine(Offset) + " it " + What);
  }

  const InputObject &Object;
  const uint32_t SectionIndex;
  const ObjectSection &Section;
  const StringRef Callee;
  const bool ByReference; ///< a structure is passed instead of a span
  const Machine &M;
  std::vector<std::pair<MCRegister, Content>> Registers;
  SmallVector<uint64_t, 4> Pushed; ///< numbers
  std::optional<SpanCall> Call;
  bool ThroughGot = false;        ///< the instruction reads an address where the linker puts it
  std::optional<Content> Written; ///< by the instruction itself, as a number or address in it
  /// What was written to a variable of the initialiser's own: an address and a number.
  std::map<uint32_t, std::set<std::pair<Content::Kind, uint64_t>>> Stored;
  uint64_t Literals = UINT64_MAX; ///< where the first of them lies: behind the code
};

bool Reader::isGot(uint32_t Type) const {
  switch (Object.Target.Machine) {
  case ELF::EM_X86_64:
    return Type == ELF::R_X86_64_GOTPCREL || Type == ELF::R_X86_64_GOTPCRELX ||
           Type == ELF::R_X86_64_REX_GOTPCRELX;
  case ELF::EM_AARCH64:
    return Type == ELF::R_AARCH64_ADR_GOT_PAGE || Type == ELF::R_AARCH64_LD64_GOT_LO12_NC;
  case ELF::EM_RISCV:
    return Type == ELF::R_RISCV_GOT_HI20;
  default:
    return false;
  }
}

/// Whether a data section belongs to the initialiser alone.
bool Reader::isPrivate(uint32_t Data) const {
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (Symbol.Section == Data && !Symbol.isLocal())
      return false;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I)
    if (I != SectionIndex && (Object.Sections[I].Flags & ELF::SHF_ALLOC))
      for (const ObjectRelocation &R : Object.Sections[I].Relocations)
        if (Object.Symbols[R.Symbol].Section == Data)
          return false;
  return true;
}

Expected<Content> Reader::target(const ObjectRelocation &R) {
  const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
  if (Symbol.Name == Callee && !Symbol.isLocal())
    return Content{Content::Callee, 0};
  if (ByReference) {
    if (Symbol.Name == "__cxa_atexit" || Symbol.Name == "__aeabi_atexit")
      return Content{Content::AtExit, 0};
    const bool IsCode = !Symbol.isUndefined() && Symbol.Section != ObjectSymbol::Elsewhere &&
                        (Object.Sections[Symbol.Section].Flags & ELF::SHF_EXECINSTR);
    // What that function is given. To call it is another matter.
    if (IsCode || (Symbol.isUndefined() &&
                   (Symbol.Name == "__dso_handle" || ThroughGot || Symbol.Name.starts_with("_ZN"))))
      return Content{};
  }
  if (Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere)
    return refuse("refers to '" + Symbol.Name + "'", R.Offset);
  if (!(Object.Sections[Symbol.Section].Flags & ELF::SHF_ALLOC) ||
      (Object.Sections[Symbol.Section].Flags & ELF::SHF_EXECINSTR))
    return refuse("refers to '" +
                      (Symbol.Name.empty() ? Object.Sections[Symbol.Section].Name : Symbol.Name) +
                      "'",
                  R.Offset);
  if (Symbol.Value)
    return refuse("refers to the middle of '" + Object.Sections[Symbol.Section].Name + "'",
                  R.Offset);
  return Content{Content::Address, Symbol.Section};
}

Expected<std::optional<Content>> Reader::relocated(uint64_t Offset, uint64_t Size) {
  std::optional<Content> Result;
  Written.reset();
  ThroughGot = false;
  for (const ObjectRelocation &R : Section.Relocations) {
    if (R.Offset < Offset || R.Offset >= Offset + Size || R.Type == 0)
      continue;
    const bool IsRiscv = Object.Target.Machine == ELF::EM_RISCV;
    if (IsRiscv && (R.Type == ELF::R_RISCV_RELAX || R.Type == ELF::R_RISCV_ALIGN))
      continue;
    // This one names the instruction that has the upper part of the address.
    if (IsRiscv && (R.Type == ELF::R_RISCV_PCREL_LO12_I || R.Type == ELF::R_RISCV_PCREL_LO12_S) &&
        Object.Symbols[R.Symbol].Section == SectionIndex) {
      auto Upper = relocated(Object.Symbols[R.Symbol].Value, 4);
      if (!Upper)
        return Upper.takeError();
      Result = *Upper;
      continue;
    }
    ThroughGot = isGot(R.Type);
    auto What = target(R);
    if (!What)
      return What.takeError();
    // x86 has instructions with the address of what they write and of what they write to, in this
    // order.
    if (Result && (Written || Object.Target.Machine != ELF::EM_X86_64))
      return refuse("has an instruction with more addresses than are understood", Offset);
    (Result ? Written : Result) = *What;
  }
  if (Written && Written->What != Content::Address)
    return refuse("writes the address of a function", Offset);
  return Result;
}

/// The word that an Arm instruction loads from behind the code, if it is such an instruction.
std::optional<Content> Reader::literal(const MCInst &Inst, const MCInstrDesc &Desc, uint64_t Offset,
                                       Error &E) {
  if (Object.Target.Machine != ELF::EM_ARM || !Desc.mayLoad())
    return std::nullopt;
  StringRef Name = M.Instructions->getName(Inst.getOpcode());
  int64_t Distance;
  if ((Name == "tLDRpci" || Name == "t2LDRpci") && Inst.getOperand(1).isImm())
    Distance = ((Offset + 4) & 3 ? -2 : 0) + 4 + Inst.getOperand(1).getImm();
  else if (Name == "LDRi12" && Inst.getOperand(1).isReg() &&
           Inst.getOperand(1).getReg() == M.ProgramCounter)
    Distance = 8 + Inst.getOperand(2).getImm();
  else
    return std::nullopt;
  const uint64_t Place = Offset + Distance;
  auto Word = Place % 4 == 0 ? Object.wordAt(SectionIndex, Place)
                             : Expected<uint64_t>(refuse("has a literal out of place", Offset));
  if (!Word) {
    E = joinErrors(std::move(E), Word.takeError());
    return std::nullopt;
  }
  Literals = std::min(Literals, Place);
  auto What = relocated(Place, 4);
  if (!What) {
    E = joinErrors(std::move(E), What.takeError());
    return std::nullopt;
  }
  if (*What) {
    if ((*What)->What == Content::Address && *Word != 0) // REL: the addend
      E = joinErrors(std::move(E), refuse("points into the middle of something", Place));
    return *What;
  }
  return Content{Content::Number, *Word};
}

/// Memory may be read and written where nobody else looks.
Error Reader::checkMemory(const MCInst &Inst, const MCInstrDesc &Desc,
                          const std::optional<Content> &Relocated, Content &Loaded) {
  // x86 names its memory operands; elsewhere the base is the last register before the offset, or
  // the only one, apart from Arm's predicate.
  SmallVector<MCRegister, 2> Bases;
  if (Object.Target.Machine == ELF::EM_X86_64) {
    for (unsigned I = 0; I < Desc.getNumOperands(); ++I)
      if (Desc.operands()[I].OperandType == MCOI::OPERAND_MEMORY && Inst.getOperand(I).isReg() &&
          Inst.getOperand(I).getReg())
        Bases.push_back(Inst.getOperand(I).getReg());
    if (Bases.empty())
      for (MCPhysReg R : Desc.implicit_uses()) // push, pop
        if (isStack(R))
          Bases.push_back(R);
  } else if (Object.Target.Machine == ELF::EM_ARM) {
    StringRef Name = M.Instructions->getName(Inst.getOpcode());
    if (Name == "tPUSH" || Name == "tPOP")
      Bases.push_back(M.StackPointer);
    else if (Name.contains("LDM") || Name.contains("STM")) {
      // base, or new base and base, then predicate and list
      for (unsigned I = 0; I < Desc.getNumOperands() && I < 2; ++I)
        if (Inst.getOperand(I).isReg())
          Bases.push_back(Inst.getOperand(I).getReg());
    } else {
      for (unsigned I = 0; I < Desc.getNumOperands(); ++I)
        if (Desc.operands()[I].OperandType == MCOI::OPERAND_MEMORY && Inst.getOperand(I).isReg() &&
            Inst.getOperand(I).getReg())
          Bases.push_back(Inst.getOperand(I).getReg());
    }
  } else {
    for (unsigned I = Inst.getNumOperands(); I-- > 0;)
      if (Inst.getOperand(I).isReg()) {
        Bases.push_back(Inst.getOperand(I).getReg());
        break;
      }
  }
  if (Bases.empty())
    if (!Relocated)
      return refuse("reads or writes memory at a fixed address");
  std::optional<Content> Place;
  if (Relocated)
    Place = Relocated;
  for (MCRegister Base : Bases) {
    if (isStack(Base) || (M.ProgramCounter && Base == M.ProgramCounter && Relocated))
      continue;
    Content What = contentOf(Base);
    if (What.What == Content::Stack)
      continue;
    if (What.What != Content::Address)
      return refuse(Desc.mayStore() ? "writes to memory that is not known"
                                    : "reads memory that is not known");
    if (Place && Place->Value != What.Value)
      return refuse("uses two addresses at once");
    Place = What;
  }
  if (!Place)
    return Error::success(); // the stack
  if (Place->What != Content::Address)
    return refuse("reads or writes the code of a function");
  const uint32_t Data = Place->Value;
  const ObjectSection &Target = Object.Sections[Data];
  const bool IsConstant =
      !(Target.Flags & ELF::SHF_WRITE) || Target.Name.starts_with(".data.rel.ro");
  if (Desc.mayStore() || !IsConstant)
    if (!isPrivate(Data))
      return refuse((Desc.mayStore() ? "writes to '" : "reads '") + Target.Name +
                    "', which is not used here alone");
  if (Desc.mayLoad())
    Loaded = {Content::SpanWord, Data};
  if (!Desc.mayStore())
    return Error::success();
  if (Written)
    Stored[Data].insert({Content::Address, Written->Value});
  for (unsigned I = Desc.getNumDefs(); I < Inst.getNumOperands(); ++I) {
    const MCOperand &Op = Inst.getOperand(I);
    if (!Op.isReg() || !Op.getReg() || llvm::is_contained(Bases, Op.getReg()))
      continue;
    if (Content What = contentOf(Op.getReg()); What.What != Content::Something)
      Stored[Data].insert({What.What, What.Value});
  }
  // x86 writes a number as the last operand.
  if (const MCOperand &Last = Inst.getOperand(Inst.getNumOperands() - 1);
      Object.Target.Machine == ELF::EM_X86_64 && Last.isImm() && !Written)
    Stored[Data].insert({Content::Number, static_cast<uint64_t>(Last.getImm())});
  return Error::success();
}

Error Reader::checkSpan(uint32_t Span) {
  const ObjectSection &Data = Object.Sections[Span];
  const unsigned Word = Object.Target.wordSize();
  if (auto Written = Stored.find(Span); Written != Stored.end()) {
    const auto &Words = Written->second;
    if (Data.Size != 2 * Word || Words.size() != 2 || Words.begin()->first != Content::Number ||
        Words.rbegin()->first != Content::Address)
      return refuse("'" + Data.Name + "' is not made an array and its size");
    Call->Count = Words.begin()->second;
    Call->Array = Words.rbegin()->second;
    return Error::success();
  }
  if (Data.Data.size() != 2 * Word || Data.Relocations.size() != 1 ||
      Data.Relocations[0].Offset != 0)
    return refuse("'" + Data.Name + "' is not a pointer and a count");
  auto What = target(Data.Relocations[0]);
  if (!What)
    return What.takeError();
  auto Addend = Object.wordAddend(Span, Data.Relocations[0]);
  auto Count = Object.wordAt(Span, Word);
  if (!Addend || !Count)
    return joinErrors(Addend.takeError(), Count.takeError());
  if (What->What != Content::Address || *Addend != 0)
    return refuse("'" + Data.Name + "' does not point to an array");
  Call->Array = What->Value;
  Call->Count = *Count;
  return Error::success();
}

Error Reader::call(uint64_t Offset) {
  if (Call)
    return refuse("calls the function a second time", Offset);
  Call.emplace();
  Call->CallOffset = Offset;
  Content Pointer = contentOf(M.Pointer), Count = contentOf(M.Count);
  if (ByReference) {
    if (Pointer.What != Content::Address)
      return refuse("calls the function with something that is not known", Offset);
    Call->Array = Pointer.Value;
    return Error::success();
  }
  if (Pointer.What == Content::SpanWord && Count.What == Content::SpanWord &&
      Pointer.Value == Count.Value)
    return checkSpan(Pointer.Value);
  if (Pointer.What != Content::Address || Count.What != Content::Number)
    return refuse("calls the function with something that is not an array and its size", Offset);
  Call->Array = Pointer.Value;
  Call->Count = Count.Value;
  return Error::success();
}

/// An instruction that another one need not follow. True where the code ends.
Expected<bool> Reader::leave(const MCInst &Inst, const MCInstrDesc &Desc, uint64_t Offset,
                             const std::optional<Content> &Relocated) {
  const MCRegisterInfo &MRI = *M.Registers;
  const bool IsRiscv = Object.Target.Machine == ELF::EM_RISCV;
  bool ToCallee = Relocated && Relocated->What == Content::Callee;
  // RISC-V calls through a register, and so do others that the linker is asked for an address.
  MCRegister Through;
  for (unsigned I = 0; I < Inst.getNumOperands(); ++I)
    if (Inst.getOperand(I).isReg() && Inst.getOperand(I).getReg())
      Through = Inst.getOperand(I).getReg();
  if (!ToCallee && Through && contentOf(Through).What == Content::Callee)
    ToCallee = true;
  StringRef Name = M.Instructions->getName(Inst.getOpcode());
  const bool Links = Desc.isCall() && !Desc.isBarrier() && !Name.starts_with("TAILJMP");
  // jalr has one opcode for both; where it leaves the return address tells them apart
  const bool Returns = IsRiscv
                           ? Name == "C_JALR" || Name == "C_JAL" ||
                                 (Name.starts_with("JAL") && Inst.getOperand(0).getReg() != M.Zero)
                           : Links;
  if (ToCallee) {
    if (Error E = call(Offset))
      return E;
    if (!Returns)
      return true;
    Registers.clear();
    return false;
  }
  if (ByReference && Returns && !Call &&
      ((Relocated && Relocated->What == Content::AtExit) ||
       (Through && contentOf(Through).What == Content::AtExit))) {
    Registers.clear();
    return false;
  }
  const bool RiscvCalls = IsRiscv && (Name.starts_with("JAL") || Name.starts_with("C_JAL")) &&
                          !(Name.starts_with("JAL") && Inst.getOperand(0).getReg() == M.Zero);
  if (Desc.isCall() || RiscvCalls)
    return refuse("calls another function", Offset);
  bool IsReturn = Desc.isReturn();
  if (!IsReturn && M.LinkRegister && Through && !Desc.isConditionalBranch()) {
    // bx lr, jr ra; pop {..., pc}
    IsReturn = MRI.regsOverlap(Through, M.LinkRegister) ||
               (Desc.mayLoad() && M.ProgramCounter && names(Inst, M.ProgramCounter)) ||
               (Name == "tBX" && names(Inst, M.LinkRegister));
  }
  if (!IsReturn)
    return refuse("branches", Offset);
  return true;
}

Expected<bool> Reader::step(const MCInst &Inst, uint64_t Offset, uint64_t Size) {
  const MCInstrDesc &Desc = M.Instructions->get(Inst.getOpcode());
  StringRef Name = M.Instructions->getName(Inst.getOpcode());
  auto Relocated = relocated(Offset, Size);
  if (!Relocated)
    return Relocated.takeError();

  static const StringSet<> Harmless = {"ENDBR64", "NOOP",     "NOOPL", "NOOPW",   "NOOPQ",
                                       "HINT",    "t2HINT",   "tHINT", "PACIASP", "AUTIASP",
                                       "C_NOP",   "t2PACBTI", "t2BTI", "t2PAC",   "t2AUT"};
  if (Harmless.contains(Name))
    return false;
  // On Arm a predicate is an operand of nearly everything.
  if (Object.Target.Machine == ELF::EM_ARM && Desc.isPredicable()) {
    int Predicate = -1;
    for (unsigned I = 0; I < Desc.getNumOperands(); ++I)
      if (Desc.operands()[I].isPredicate()) {
        Predicate = I;
        break;
      }
    constexpr int64_t Always = 14;
    if (Predicate >= 0 && Inst.getOperand(Predicate).isImm() &&
        Inst.getOperand(Predicate).getImm() != Always)
      return refuse("does something under a condition", Offset);
  }
  // RISC-V's jumps are described as what they do with registers only.
  if (Desc.mayAffectControlFlow(Inst, *M.Registers) ||
      (Object.Target.Machine == ELF::EM_RISCV &&
       (Name.starts_with("JAL") || Name.starts_with("C_J")))) {
    // What it loads comes from the stack, or from where the linker puts the function's address.
    const bool ToCallee = *Relocated && (*Relocated)->What == Content::Callee;
    if ((Desc.mayLoad() || Desc.mayStore()) && !Desc.isCall() && !Desc.isReturn() && !ToCallee) {
      Content Loaded;
      if (Error E = checkMemory(Inst, Desc, *Relocated, Loaded))
        return refuse(toString(std::move(E)), Offset);
    }
    return leave(Inst, Desc, Offset, *Relocated);
  }
  const bool MovesStack =
      Inst.getNumOperands() && Inst.getOperand(0).isReg() && isStack(Inst.getOperand(0).getReg());
  if (Desc.hasUnmodeledSideEffects() && !Desc.mayLoad() && !Desc.mayStore() && !MovesStack &&
      Name != "tADDrSPi") // computes an address
    return refuse("has the instruction " + Name, Offset);

  Error LiteralError = Error::success();
  std::optional<Content> Literal = literal(Inst, Desc, Offset, LiteralError);
  if (LiteralError)
    return LiteralError;
  Content Result;
  if (Literal) {
    Result = *Literal;
  } else if (Desc.mayLoad() || Desc.mayStore()) {
    if (Name == "PUSH64i8" || Name == "PUSH64i32")
      Pushed.push_back(Inst.getOperand(0).getImm());
    else if (Name == "POP64r" && !Pushed.empty())
      Result = {Content::Number, Pushed.pop_back_val()};
    else if (Name.starts_with("PUSH") || Name.starts_with("POP"))
      Pushed.clear();
    Content Loaded;
    // An address out of the place where the linker puts it.
    if (*Relocated && ThroughGot && Desc.mayLoad() && !Desc.mayStore())
      Loaded = **Relocated;
    else if (Error E = checkMemory(Inst, Desc, *Relocated, Loaded))
      return refuse(toString(std::move(E)), Offset);
    if (Loaded.What != Content::Something)
      Result = Loaded;
  } else if (*Relocated) {
    Result = **Relocated;
  } else {
    // A number, or a sum of what is known.
    bool Known = true;
    std::optional<Content> Address;
    uint64_t Sum = 0;
    for (unsigned I = Desc.getNumDefs(); I < Inst.getNumOperands(); ++I) {
      const MCOperand &Op = Inst.getOperand(I);
      if (I < Desc.getNumOperands() &&
          (Desc.operands()[I].isPredicate() || Desc.operands()[I].isOptionalDef()))
        continue;
      if (Op.isImm()) {
        Sum += Op.getImm();
      } else if (Op.isReg() && Op.getReg()) {
        if (I < Desc.getNumOperands() && Object.Target.Machine == ELF::EM_ARM &&
            Op.getReg() == M.Status)
          continue;
        Content What = contentOf(Op.getReg());
        if (What.What == Content::Address || What.What == Content::Stack)
          Address = What;
        else if (What.What == Content::Number)
          Sum += What.Value;
        else
          Known = false;
      }
    }
    static const StringSet<> Moves = {
        "tADDrSPi", "MOV32ri",  "MOV64ri32", "MOV64ri", "MOV32rr", "MOV64rr", "tMOVi8",
        "t2MOVi",   "t2MOVi16", "MOVi",      "MOVi16",  "tMOVr",   "MOVr",    "MOVZWi",
        "MOVZXi",   "ORRXrs",   "ORRWrs",    "ADDI",    "C_LI",    "C_MV",    "C_ADDI",
        "ADDIW",    "C_ADDIW",  "ADDXri",    "ADDWri",  "ORRXri",  "ORRWri"};
    if (Name == "LUI" || Name == "C_LUI")
      Result = {Content::Number, Sum << 12};
    else if (Name == "XOR32rr" && Inst.getOperand(1).getReg() == Inst.getOperand(2).getReg())
      Result = {Content::Number, 0};
    else if (Known && Moves.contains(Name) && !(Address && Sum && Address->What != Content::Stack))
      Result = Address ? *Address : Content{Content::Number, Sum};
  }
  if (Object.Target.Machine == ELF::EM_RISCV && Name == "AUIPC" && *Relocated)
    Result = **Relocated;

  for (unsigned I = 0; I < Inst.getNumOperands(); ++I) {
    const MCOperand &Op = Inst.getOperand(I);
    if (!Op.isReg() || !Op.getReg())
      continue;
    const bool IsList =
        I >= Desc.getNumOperands() || (Desc.isVariadic() && I + 1 >= Desc.getNumOperands());
    const bool IsDef = I < Desc.getNumDefs() || (IsList && Desc.mayLoad());
    if (!IsDef)
      continue;
    // A base that is written back stays what it was.
    if (I < Desc.getNumDefs() && (Desc.mayLoad() || Desc.mayStore()) &&
        contentOf(Op.getReg()).What == Content::Address &&
        llvm::any_of(
            llvm::seq(Desc.getNumDefs(), Desc.getNumOperands()),
            [&](unsigned Tied) {
              return Desc.getOperandConstraint(Tied, MCOI::TIED_TO) == static_cast<int>(I);
            }))
      continue;
    if (!isStack(Op.getReg()))
      set(Op.getReg(), Result);
  }
  for (MCPhysReg R : Desc.implicit_defs())
    if (!isStack(R))
      set(R, {});
  return false;
}

Expected<SpanCall> Reader::run() {
  const ArrayRef<uint8_t> Code = Section.Data;
  constexpr uint64_t Limit = 256; // bytes; the longest that a compiler was seen to write has 60
  if (Code.size() > Limit)
    return refuse("its " + Twine(Code.size()) + " bytes do more than register kernels");
  uint64_t Offset = 0;
  for (bool Ends = false; !Ends;) {
    MCInst Inst;
    uint64_t Size = 0;
    if (Offset >= Code.size() || Offset >= Literals ||
        M.Disassembler->getInstruction(Inst, Size, Code.drop_front(Offset), Offset, nulls()) !=
            MCDisassembler::Success ||
        Size == 0)
      return refuse("its code cannot be read at offset " + Twine(Offset));
    auto Last = step(Inst, Offset, Size);
    if (!Last)
      return Last.takeError();
    Ends = *Last;
    Offset += Size;
  }
  if (!Call)
    return refuse("it does not call the function");
  for (const ObjectRelocation &R : Section.Relocations)
    if (R.Offset >= Offset && R.Offset < std::min<uint64_t>(Literals, Code.size()))
      return refuse("has code behind its end", R.Offset);
  return *Call;
}

} // namespace

namespace {

Expected<SpanCall> readCall(const InputObject &Object, uint32_t Section, StringRef Callee,
                            bool ByReference) {
  const ObjectSymbol *Function = nullptr;
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (Symbol.Section == Section && Symbol.Type == ELF::STT_FUNC) {
      if (Function)
        return createStringError("it shares its section with '" + Symbol.Name +
                                 "'; compile with -ffunction-sections");
      Function = &Symbol;
    }
  const bool Thumb = Function && (Function->Value & 1) && Object.Target.Machine == ELF::EM_ARM;
  if (!Function || Function->Value - Thumb != 0)
    return createStringError("it does not lie at the start of its section");
  auto M = Machine::create(Object.Target, Thumb);
  if (!M)
    return M.takeError();
  return Reader(Object, Section, Callee, ByReference, **M).run();
}

} // namespace

Expected<SpanCall> readSpanCall(const InputObject &Object, uint32_t Section, StringRef Callee) {
  return readCall(Object, Section, Callee, /*ByReference=*/false);
}

Expected<uint32_t> readReferenceCall(const InputObject &Object, uint32_t Section,
                                     StringRef Callee) {
  auto Call = readCall(Object, Section, Callee, /*ByReference=*/true);
  if (!Call)
    return Call.takeError();
  return Call->Array;
}

} // namespace etprune
