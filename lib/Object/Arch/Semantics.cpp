// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machines have in common.

#include "Object/Arch/Semantics.h"

using namespace llvm;

namespace etprune {

Value Semantics::branchTarget(const Instruction &I) const {
  if (!I.Relocations.empty())
    return State.addressOf(I.Relocations.back()->Symbol, I.Relocations.back()->Addend);
  const std::optional<uint64_t> Target = M.branchTarget(I.Inst, I.Offset, I.Size);
  return Target ? Value::section(I.Section, *Target) : Value();
}

void Semantics::forgetResults(const Instruction &I) {
  const MCInstrDesc &Desc = M.describe(I.Inst);
  for (unsigned N = 0; N < Desc.getNumDefs() && N < I.size(); ++N)
    if (I.isReg(N) && I.reg(N))
      State.forget(M.whole(I.reg(N)));
  for (MCPhysReg R : Desc.implicit_defs())
    State.forget(M.whole(R));
  State.Flags = {};
}

Expected<Jump> Semantics::stepUnknown(const Instruction &I) {
  const MCInstrDesc &Desc = M.describe(I.Inst);
  if (M.changesControlFlow(I.Inst) || Desc.isCall() || Desc.isBranch() || Desc.isReturn())
    return refuse("branches with the instruction " + I.Name + ", which is not understood");
  if (Desc.mayLoad() || Desc.mayStore())
    return refuse("uses memory with the instruction " + I.Name + ", which is not understood");
  if (Desc.hasUnmodeledSideEffects())
    return refuse("has the instruction " + I.Name);
  forgetResults(I);
  return std::nullopt;
}

Error Semantics::loadWords(MCRegister R, const Value &Address, unsigned Size) {
  State.forget(M.whole(R));
  for (unsigned At = 0; At < Size; At += State.Word) {
    auto V = State.load(State.sum(Address, Value::number(At)), std::min(State.Word, Size - At));
    if (!V)
      return V.takeError();
    set(R, *V, At / State.Word);
  }
  return Error::success();
}

Error Semantics::storeWords(MCRegister R, const Value &Address, unsigned Size) {
  for (unsigned At = 0; At < Size; At += State.Word)
    if (Error E = State.store(State.sum(Address, Value::number(At)),
                              std::min(State.Word, Size - At), get(R, At / State.Word)))
      return E;
  return Error::success();
}

std::optional<bool> Semantics::areEqual(const Value &A, const Value &B) {
  if (A.Kind == Value::Unknown || B.Kind == Value::Unknown)
    return std::nullopt;
  if (A.hasBaseOf(B))
    return A.Offset == B.Offset;
  auto IsObject = [](const Value &V) {
    return V.Form == Value::Whole && (V.Kind == Value::Stack || V.Kind == Value::Section);
  };
  if ((IsObject(A) && B.isNumber(0)) || (IsObject(B) && A.isNumber(0)))
    return false;
  return std::nullopt;
}

Value Semantics::quotient(const Value &A, const Value &B) {
  const int64_t Divisor = B.Offset;
  if (!A.isNumber() || !B.isNumber() || Divisor == 0 || Divisor == -1)
    return {};
  return Value::number(int64_t(A.Offset) / Divisor);
}

ConditionFlags Semantics::compared(const Value &A, const Value &B, unsigned Bits) {
  ConditionFlags Flags;
  if (!A.isNumber() || !B.isNumber()) {
    Flags.Zero = areEqual(A, B);
    return Flags;
  }
  const uint64_t Left = lowBits(A.Offset, Bits), Right = lowBits(B.Offset, Bits);
  const int64_t Difference = signExtended(Left - Right, Bits);
  Flags.Negative = Difference < 0;
  Flags.Zero = Difference == 0;
  Flags.Carry = Left >= Right;
  Flags.Overflow = (Difference < 0) != (signExtended(Left, Bits) < signExtended(Right, Bits));
  return Flags;
}

ConditionFlags Semantics::flagsOfResult(const Value &Result, unsigned Bits) {
  ConditionFlags Flags;
  Flags.Zero = areEqual(Result, Value::number(0));
  if (Result.isNumber()) {
    Flags.Zero = lowBits(Result.Offset, Bits) == 0;
    Flags.Negative = signExtended(Result.Offset, Bits) < 0;
  }
  return Flags;
}

std::optional<bool> Semantics::holds(unsigned Condition) const {
  const ConditionFlags &F = State.Flags;
  std::optional<bool> Result;
  switch (Condition >> 1) {
  case 0: // EQ
    Result = F.Zero;
    break;
  case 1: // HS
    Result = F.Carry;
    break;
  case 2: // MI
    Result = F.Negative;
    break;
  case 3: // VS
    Result = F.Overflow;
    break;
  case 4: // HI
    if (F.Carry && F.Zero)
      Result = *F.Carry && !*F.Zero;
    break;
  case 5: // GE
    if (F.Negative && F.Overflow)
      Result = *F.Negative == *F.Overflow;
    break;
  case 6: // GT
    if (F.Negative && F.Overflow && F.Zero)
      Result = !*F.Zero && *F.Negative == *F.Overflow;
    break;
  default: // always
    return true;
  }
  if (Result && Condition & 1)
    Result = !*Result;
  return Result;
}

void Semantics::keepOnly(ArrayRef<MCRegister> Kept) {
  SmallVector<std::pair<MCRegister, Value>, 16> Values;
  for (MCRegister R : Kept)
    Values.push_back({R, get(R)});
  State.forgetAll();
  for (auto [R, V] : Values)
    set(R, V);
}

} // namespace etprune
