// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic and comparisons, whose first operand is a register or memory.

#include "Object/Arch/X86Semantics.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

Value X86Semantics::compute(StringRef Operation, Value A, Value B, unsigned Bits) {
  ConditionFlags Flags;
  Value Result;
  if (Operation == "SUB" || Operation == "CMP") {
    Result = State.difference(A, B);
    Flags = compared(A, B, Bits);
  } else if (Operation == "ADD") {
    Result = State.sum(A, B);
    Flags.Zero = flagsOfResult(Result, Bits).Zero;
  } else if (A.isNumber() && B.isNumber()) {
    const uint64_t L = A.Offset, R = B.Offset;
    const unsigned Shift = R % (Bits == 64 ? 64 : 32);
    std::optional<uint64_t> N = StringSwitch<std::optional<uint64_t>>(Operation)
                                    .Cases("AND", "TEST", L & R)
                                    .Case("OR", L | R)
                                    .Case("XOR", L ^ R)
                                    .Case("IMUL", L * R)
                                    .Case("SHL", L << Shift)
                                    .Case("SHR", lowBits(L, Bits) >> Shift)
                                    .Case("SAR", signExtended(L, Bits) >> Shift)
                                    .Default(std::nullopt);
    if (N)
      Result = Value::number(*N);
    Flags = flagsOfResult(Result, Bits);
    if (N &&
        (Operation == "AND" || Operation == "TEST" || Operation == "OR" || Operation == "XOR")) {
      Flags.Carry = true; // of adding the complement: no borrow
      Flags.Overflow = false;
    }
  } else if ((Operation == "AND" || Operation == "TEST" || Operation == "OR") && A == B) {
    Result = A;
    Flags.Zero = areEqual(A, Value::number(0));
  }
  if (Result.isNumber())
    Result.Offset = lowBits(Result.Offset, Bits);
  State.Flags = Flags;
  return Result;
}

/// The operand behind the one at `First`, which is a register or memory.
Expected<Value> X86Semantics::second(const Instruction &I, const Parts &P, unsigned First) {
  const bool IsShift = P.Operation == "SHL" || P.Operation == "SHR" || P.Operation == "SAR";
  if (IsShift && !I.isImm(I.size() - 1))
    return P.Form.ends_with("1") ? Value::number(1) : Value(); // by the register CL
  const bool ToMemory = P.Form.starts_with("m");
  const unsigned Next = First + (ToMemory ? 5 : 1);
  if (P.Form.starts_with("rm"))
    return loadAt(I, Next, P.Bits / 8);
  if (I.isImm(Next))
    return immediate(I, Next, ToMemory);
  return I.isReg(Next) ? read(I.reg(Next)) : Value();
}

/// Differences between pointers are divided by the size of what lies there.
Expected<bool> X86Semantics::stepDivision(const Instruction &I, const Parts &) {
  const Value A = get(named("RAX"));
  if (I.Name == "CQO") {
    set(named("RDX"), A.isNumber() ? Value::number(int64_t(A.Offset) < 0 ? -1 : 0) : Value());
    return true;
  }
  if (I.Name != "IDIV64r")
    return false;
  const bool Fits = A.isNumber() && get(named("RDX")).isNumber(int64_t(A.Offset) < 0 ? -1 : 0);
  set(named("RAX"), Fits ? quotient(A, get(I.reg(0))) : Value());
  set(named("RDX"), {});
  State.Flags = {};
  return true;
}

Expected<bool> X86Semantics::stepCount(const Instruction &I, const Parts &P) {
  if ((P.Operation != "INC" && P.Operation != "DEC") || !P.Bits)
    return false;
  const bool InMemory = P.Form == "m";
  auto A = InMemory ? loadAt(I, 0, P.Bits / 8) : Expected<Value>(read(I.reg(0)));
  if (!A)
    return A.takeError();
  const Value Result = compute(P.Operation == "INC" ? "ADD" : "SUB", *A, Value::number(1), P.Bits);
  State.Flags.Carry = std::nullopt; // it stays what it was
  if (!InMemory)
    write(I.reg(0), Result);
  else if (Error E = storeAt(I, 0, P.Bits / 8, Result))
    return E;
  return true;
}

Expected<bool> X86Semantics::stepArithmetic(const Instruction &I, const Parts &P) {
  static const StringSet<> Known = {"ADD",  "SUB", "AND", "OR",  "XOR", "CMP",
                                    "TEST", "SHL", "SHR", "SAR", "IMUL"};
  if (!Known.contains(P.Operation) || !P.Bits || P.Form.contains("_") ||
      (P.Operation == "IMUL" && !P.Form.starts_with("rr") && !P.Form.starts_with("i")))
    return false;
  const bool OnlyFlags = P.Operation == "CMP" || P.Operation == "TEST";
  if (P.Form.starts_with("i")) { // the accumulator
    const MCRegister A = named(P.Bits == 64 ? "RAX" : P.Bits == 32 ? "EAX" : "AL");
    const Value Result = compute(P.Operation, read(A), immediate(I, 0, false), P.Bits);
    if (!OnlyFlags)
      write(A, Result);
    return true;
  }
  const bool InMemory = P.Form.starts_with("m");
  const unsigned First = InMemory || OnlyFlags ? 0 : 1; // the destination is one of the operands
  auto A = InMemory ? loadAt(I, 0, P.Bits / 8) : Expected<Value>(read(I.reg(First)));
  if (!A)
    return A.takeError();
  auto B = second(I, P, First);
  if (!B)
    return B.takeError();
  if (P.Operation == "XOR" && P.Form == "rr" && I.reg(1) == I.reg(2))
    *A = *B = Value::number(0);
  const Value Result = compute(P.Operation, *A, *B, P.Bits);
  if (OnlyFlags)
    return true;
  if (!InMemory)
    write(I.reg(0), Result);
  else if (Error E = storeAt(I, 0, P.Bits / 8, Result))
    return E;
  return true;
}

} // namespace etprune
