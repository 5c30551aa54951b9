// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Semantics.h"

#include "Object/Arch/Arch.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

Expected<std::unique_ptr<Disassembler>> Disassembler::create(const TargetInfo &Target, bool Thumb) {
  const Arch *A = Arch::find(Target.Machine);
  const std::optional<CodeReader> Reader =
      A && Target.IsLittleEndian ? A->codeReader(Target.Is64, Thumb) : std::nullopt;
  if (!Reader)
    return createStringError("et-prune cannot read code of this object's machine and byte order");
  Reader->Initialize();
  const std::string &TripleName = Reader->Triple;
  std::string Message;
  const llvm::Target *Found = TargetRegistry::lookupTarget(TripleName, Message);
  auto D = std::make_unique<Disassembler>();
  D->Registers.reset(Found->createMCRegInfo(TripleName));
  D->AsmInfo.reset(Found->createMCAsmInfo(*D->Registers, TripleName, MCTargetOptions()));
  D->Instructions.reset(Found->createMCInstrInfo());
  D->Analysis.reset(Found->createMCInstrAnalysis(D->Instructions.get()));
  D->Subtarget.reset(Found->createMCSubtargetInfo(TripleName, "", Reader->Features));
  D->Context = std::make_unique<MCContext>(Triple(TripleName), D->AsmInfo.get(), D->Registers.get(),
                                           D->Subtarget.get());
  D->Decoder.reset(Found->createMCDisassembler(*D->Subtarget, *D->Context));
  D->describeRegisters(Reader->WholeRegisters);
  return D;
}

void Disassembler::describeRegisters(ArrayRef<StringRef> WholeRegisters) {
  const unsigned Count = Registers->getNumRegs();
  Bits.resize(Count);
  for (const MCRegisterClass &Class : Registers->regclasses())
    for (MCPhysReg R : Class)
      Bits[R] = std::max(Bits[R], Class.getSizeInBits());
  for (unsigned R = 0; R < Count; ++R)
    Wholes.push_back(R);
  for (StringRef Name : WholeRegisters) {
    auto [Before, After] = Name.split('#');
    const bool IsRange = Before.size() != Name.size();
    for (unsigned I = 0; I < (IsRange ? 32 : 1); ++I)
      if (MCRegister Whole = named(IsRange ? (Before + Twine(I) + After).str() : Name.str()))
        for (MCPhysReg Part : Registers->subregs_inclusive(Whole))
          Wholes[Part] = Whole;
  }
}

std::optional<Instruction> Disassembler::decode(const InputObject &Object, uint32_t Section,
                                                uint64_t Offset) const {
  const ArrayRef<uint8_t> Code = Object.Sections[Section].Data;
  MCInst Inst;
  uint64_t Size = 0;
  if (Offset >= Code.size() ||
      Decoder->getInstruction(Inst, Size, Code.drop_front(Offset), Offset, nulls()) !=
          MCDisassembler::Success ||
      Size == 0)
    return std::nullopt;
  const unsigned Opcode = Inst.getOpcode();
  return Instruction{
      Inst, &Instructions->get(Opcode), Instructions->getName(Opcode), Section, Offset, Size, {}};
}

std::optional<uint64_t> Disassembler::branchTarget(const Instruction &I) const {
  uint64_t Target;
  if (Analysis->evaluateBranch(I.Inst, I.Offset, I.Size, Target))
    return Target;
  return std::nullopt;
}

MCRegister Disassembler::named(StringRef Name) const {
  for (unsigned R = 1; R < Registers->getNumRegs(); ++R)
    if (Name == Registers->getName(R))
      return R;
  return {};
}

Operation operationNamed(StringRef Name) {
  return StringSwitch<Operation>(Name)
      .Case("ADD", Operation::Add)
      .Case("SUB", Operation::Sub)
      .Case("AND", Operation::And)
      .Cases("OR", "ORR", Operation::Or)
      .Cases("XOR", "EOR", Operation::Xor)
      .Cases("MUL", "IMUL", Operation::Mul)
      .Cases("SHL", "SLL", "LSL", Operation::Shl)
      .Cases("SHR", "SRL", "LSR", Operation::Shr)
      .Cases("SAR", "SRA", "ASR", Operation::Sar)
      .Default(Operation::None);
}

unsigned sizeNamed(StringRef Letter) {
  return StringSwitch<unsigned>(Letter)
      .Case("B", 1)
      .Case("H", 2)
      .Case("W", 4)
      .Cases("D", "X", 8)
      .Default(0);
}

Semantics::Semantics(const Disassembler &M, CodeState &State, const CallingConvention &Convention)
    : M(M), State(State), Sp(named(Convention.StackPointer)), Link(named(Convention.Link)),
      ResultRegister(named(Convention.Result)), Zero(named(Convention.Zero)) {
  for (StringRef Name : Convention.Arguments)
    Arguments.push_back(named(Name));
  Preserved.push_back(M.whole(Sp));
  for (StringRef Name : Convention.Preserved)
    Preserved.push_back(M.whole(named(Name)));
}

void Semantics::start() {
  set(Sp, Value::stack(0));
  if (Link)
    set(Link, {Value::Return});
  else
    push({Value::Return});
}

Expected<Jump> Semantics::step(const Instruction &I) {
  Next.reset();
  if (!execute(I))
    executeUnknown(I);
  return orRefusal(Next);
}

Expected<Value> Semantics::leave(const Value &Result) {
  const Value To = Link ? get(Link) : pop();
  State.forgetBelow(get(Sp));
  State.keepOnly(Preserved);
  set(ResultRegister, Result);
  return orRefusal(To);
}

void Semantics::executeUnknown(const Instruction &I) {
  const MCInstrDesc &Desc = *I.Desc;
  if (M.changesControlFlow(I) || Desc.isCall() || Desc.isBranch() || Desc.isReturn())
    refuse("branches with the instruction " + I.Name + ", which et-prune does not support");
  else if (Desc.mayLoad() || Desc.mayStore())
    refuse("uses memory with the instruction " + I.Name + ", which et-prune does not support");
  else if (Desc.hasUnmodeledSideEffects())
    refuse("has the instruction " + I.Name + ", whose effect is unknown");
  for (unsigned N = 0; N < Desc.getNumDefs() && N < I.size(); ++N)
    if (I.isReg(N) && I.reg(N))
      State.forget(M.whole(I.reg(N)));
  for (MCPhysReg R : Desc.implicit_defs())
    State.forget(M.whole(R));
  State.Flags = {};
}

bool Semantics::refuse(const Twine &Why) {
  if (!Refusal)
    Refusal = Why.str();
  return true;
}

bool Semantics::jump(const Value &To) {
  Next = To;
  return true;
}

bool Semantics::jumpIf(std::optional<bool> Condition, const Value &To) {
  if (!Condition)
    return refuse("branches on a condition that et-prune cannot determine");
  return !*Condition || jump(To);
}

Value Semantics::branchTarget(const Instruction &I) const {
  if (!I.Relocations.empty())
    return State.addressOf(I.Relocations.back()->Symbol, I.Relocations.back()->Addend);
  const std::optional<uint64_t> Target = M.branchTarget(I);
  return Target ? Value::section(I.Section, *Target) : Value();
}

Value Semantics::load(const Value &Address, unsigned Size) {
  Value V;
  if (Error E = State.load(Address, Size).moveInto(V))
    refuse(toString(std::move(E)));
  return V;
}

bool Semantics::store(const Value &Address, unsigned Size, const Value &V) {
  Error E = State.store(Address, Size, V);
  return !E || refuse(toString(std::move(E)));
}

bool Semantics::loadWords(MCRegister R, const Value &Address, unsigned Size) {
  State.forget(M.whole(R));
  for (unsigned At = 0; At < Size; At += State.Word)
    set(R, load(State.sum(Address, Value::number(At)), std::min(State.Word, Size - At)),
        At / State.Word);
  return true;
}

bool Semantics::storeWords(MCRegister R, const Value &Address, unsigned Size) {
  for (unsigned At = 0; At < Size; At += State.Word)
    store(State.sum(Address, Value::number(At)), std::min(State.Word, Size - At),
          get(R, At / State.Word));
  return true;
}

bool Semantics::push(const Value &V) {
  set(Sp, State.sum(get(Sp), Value::number(-int64_t(State.Word))));
  return store(get(Sp), State.Word, V);
}

Value Semantics::pop() {
  const Value V = load(get(Sp), State.Word);
  set(Sp, State.sum(get(Sp), Value::number(State.Word)));
  return V;
}

Semantics::Computed Semantics::compute(Operation Op, const Value &A, const Value &B,
                                       unsigned Bits) const {
  const bool IsOr = Op == Operation::Or || Op == Operation::Xor;
  const bool AreNumbers = A.isNumber() && B.isNumber();
  const uint64_t L = A.Offset, R = B.Offset;
  const unsigned Shift = R % (Bits == 64 ? 64 : 32);
  Computed C;
  if (Op == Operation::Add) {
    C.Result = State.sum(A, B);
    C.Flags.Zero = flagsOfResult(C.Result, Bits).Zero;
  } else if (Op == Operation::Sub) {
    C = {State.difference(A, B), compared(A, B, Bits)};
  } else if (AreNumbers) {
    const uint64_t ShiftedRight = lowBits(L, Bits) >> Shift, Sar = signExtended(L, Bits) >> Shift;
    // The results are in the order of Operation.
    const uint64_t Results[] = {0,     L + R, L - R,      L & R,        L | R,
                                L ^ R, L * R, L << Shift, ShiftedRight, Sar};
    C.Result = Value::number(Results[static_cast<unsigned>(Op)]);
    C.Flags = flagsOfResult(C.Result, Bits);
  } else if ((Op == Operation::And || Op == Operation::Or) && A == B) {
    C.Result = A;
    C.Flags.Zero = areEqual(A, Value::number(0));
  } else if (IsOr && A.isNumber(0)) { // compilers copy a register by an `or` with zero
    C.Result = B;
  } else if (IsOr && B.isNumber(0)) {
    C.Result = A;
  }
  if (C.Result.isNumber())
    C.Result.Offset = lowBits(C.Result.Offset, Bits);
  return C;
}

std::optional<bool> Semantics::areEqual(const Value &A, const Value &B) const {
  if (A.Kind == Value::Unknown || B.Kind == Value::Unknown)
    return std::nullopt;
  if (A.hasBaseOf(B))
    return A.Offset == B.Offset;
  auto IsObject = [&](const Value &V) {
    return !V.IsUpper &&
           (V.Kind == Value::Stack || V.Kind == Value::Section ||
            (V.Kind == Value::Symbol && State.isDefinition(State.Object.Symbols[V.Base])));
  };
  if ((IsObject(A) && B.isNumber(0)) || (IsObject(B) && A.isNumber(0)))
    return false;
  return std::nullopt;
}

Value Semantics::completed(const Value &Upper, const Value &Address) {
  return Upper.IsUpper && Upper.Kind == Address.Kind && Upper.Base == Address.Base ? Address
                                                                                   : Value();
}

Value Semantics::quotient(const Value &A, const Value &B) {
  const int64_t Divisor = B.Offset;
  if (!A.isNumber() || !B.isNumber() || Divisor == 0 || Divisor == -1)
    return {};
  return Value::number(int64_t(A.Offset) / Divisor);
}

ConditionFlags Semantics::compared(const Value &A, const Value &B, unsigned Bits) const {
  if (!A.isNumber() || !B.isNumber())
    return {std::nullopt, areEqual(A, B), std::nullopt, std::nullopt};
  const uint64_t Left = lowBits(A.Offset, Bits), Right = lowBits(B.Offset, Bits);
  const int64_t Difference = signExtended(Left - Right, Bits);
  const bool IsLess = signExtended(Left, Bits) < signExtended(Right, Bits);
  return {Difference < 0, Difference == 0, Left >= Right, (Difference < 0) != IsLess};
}

ConditionFlags Semantics::flagsOfResult(const Value &Result, unsigned Bits) const {
  if (!Result.isNumber())
    return {std::nullopt, areEqual(Result, Value::number(0)), std::nullopt, std::nullopt};
  return {signExtended(Result.Offset, Bits) < 0, lowBits(Result.Offset, Bits) == 0, std::nullopt,
          std::nullopt};
}

std::optional<bool> Semantics::holds(unsigned Condition, const ConditionFlags &Flags) {
  if (Condition >= 14) // always
    return true;
  const auto &[Negative, Zero, Carry, Overflow] = Flags;
  std::optional<bool> IsHigher, IsAtLeast, IsGreater;
  if (Carry && Zero)
    IsHigher = *Carry && !*Zero;
  if (Negative && Overflow)
    IsAtLeast = *Negative == *Overflow;
  if (IsAtLeast && Zero)
    IsGreater = *IsAtLeast && !*Zero;
  // The conditions with even numbers are EQ, HS, MI, VS, HI, GE, GT. Each condition with an odd
  // number is the opposite of the condition before.
  const std::optional<bool> Held[] = {Zero,     Carry,     Negative, Overflow,
                                      IsHigher, IsAtLeast, IsGreater};
  const std::optional<bool> Result = Held[Condition / 2];
  return Result && Condition % 2 ? !*Result : Result;
}

} // namespace etprune
