// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands, the stack and branches. The file X86Compute.cpp has the instructions that compute and
// X86Moves.cpp those that move.

#include "Object/Arch/X86Semantics.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

void X86Semantics::start() {
  set(Sp, Value::stack(-8));
  // Never fails: it is the stack.
  cantFail(State.store(Value::stack(-8), 8, {Value::Return, Value::Whole, 0, 0, 0}));
}

X86Semantics::Parts X86Semantics::split(StringRef Name) {
  Parts P;
  Name.consume_back("_REV");
  P.Operation = Name.take_while([](char C) { return (C >= 'A' && C <= 'Z'); });
  P.Form = Name.drop_front(P.Operation.size());
  if (P.Form.consumeInteger(10, P.Bits))
    P.Bits = 0;
  return P;
}

/// Of its field in the instruction.
Value X86Semantics::relocated(const Instruction &I, const ObjectRelocation &R) const {
  switch (R.Type) {
  case ELF::R_X86_64_PC32:
  case ELF::R_X86_64_PLT32:
    return State.addressOf(R.Symbol, R.Addend + int64_t(I.end() - R.Offset));
  case ELF::R_X86_64_32:
  case ELF::R_X86_64_32S:
  case ELF::R_X86_64_64:
    return State.addressOf(R.Symbol, R.Addend);
  case ELF::R_X86_64_GOTPCREL:
  case ELF::R_X86_64_GOTPCRELX:
  case ELF::R_X86_64_REX_GOTPCRELX:
    return {Value::Got, Value::Whole, R.Symbol,
            static_cast<uint64_t>(R.Addend + int64_t(I.end() - R.Offset)), 0};
  default:
    return {};
  }
}

/// Five operands: base, scale, index, displacement, segment.
Expected<Value> X86Semantics::address(const Instruction &I, unsigned First) const {
  if (First + 4 >= I.size() || !I.isImm(First + 3))
    return refuse("has the instruction " + I.Name);
  const MCRegister Base = I.reg(First), Index = I.reg(First + 2), Segment = I.reg(First + 4);
  Value Result = Value::number(I.imm(First + 3));
  if (!I.Relocations.empty()) {
    // An immediate's relocation comes last.
    const ObjectRelocation &R = *I.Relocations.front();
    const bool IsImmediate = I.Relocations.size() == 1 && I.size() > First + 5 &&
                             I.isImm(First + 5) && R.Offset + 4 == I.end();
    if (!IsImmediate)
      Result = relocated(I, R);
  } else if (Base == named("RIP")) {
    Result = Value::section(I.Section, I.end() + I.imm(First + 3));
  }
  if (Base && Base != named("RIP"))
    Result = State.sum(Result, get(Base));
  if (Index) {
    const Value N = get(Index);
    Result = N.isNumber() ? State.sum(Result, Value::number(N.Offset * I.imm(First + 1))) : Value();
  }
  if (Segment) {
    if (!Result.isNumber())
      return refuse("uses memory of a thread");
    Result.Kind = Value::Thread;
  }
  return Result;
}

Value X86Semantics::immediate(const Instruction &I, unsigned N, bool HasMemory) const {
  if (!I.Relocations.empty()) {
    const ObjectRelocation &R = *I.Relocations.back();
    if (!HasMemory || I.Relocations.size() == 2 || R.Offset + 4 == I.end())
      return R.Type == ELF::R_X86_64_32 || R.Type == ELF::R_X86_64_32S || R.Type == ELF::R_X86_64_64
                 ? relocated(I, R)
                 : Value();
  }
  return Value::number(I.imm(N));
}

Value X86Semantics::target(const Instruction &I) const {
  return I.Relocations.empty() ? branchTarget(I) : relocated(I, *I.Relocations.back());
}

Value X86Semantics::read(MCRegister R) const {
  Value V = get(R);
  const unsigned Bits = M.bits(R);
  if (V.isNumber())
    V.Offset = lowBits(V.Offset, Bits);
  else if (Bits < 32 || (Bits == 32 && V.Kind != Value::Section && V.Kind != Value::Symbol))
    return {};
  return V;
}

void X86Semantics::write(MCRegister R, Value V) {
  const unsigned Bits = M.bits(R);
  if (Bits < 32) // the rest of it stays
    V = {};
  else if (Bits == 32 && V.isNumber())
    V.Offset = lowBits(V.Offset, 32);
  else if (Bits == 32 && V.Kind != Value::Section && V.Kind != Value::Symbol)
    V = {};
  set(R, V);
}

Expected<Value> X86Semantics::loadAt(const Instruction &I, unsigned First, unsigned Size) {
  auto Address = address(I, First);
  if (!Address)
    return Address.takeError();
  return State.load(*Address, Size);
}

Error X86Semantics::storeAt(const Instruction &I, unsigned First, unsigned Size, const Value &V) {
  auto Address = address(I, First);
  if (!Address)
    return Address.takeError();
  return State.store(*Address, Size, V);
}

Error X86Semantics::push(const Value &V) {
  set(Sp, State.sum(get(Sp), Value::number(-8)));
  return State.store(get(Sp), 8, V);
}

Expected<Value> X86Semantics::pop() {
  auto V = State.load(get(Sp), 8);
  if (V)
    set(Sp, State.sum(get(Sp), Value::number(8)));
  return V;
}

Expected<bool> X86Semantics::stepStack(const Instruction &I, const Parts &P) {
  if (I.Name == "LEAVE64") {
    set(Sp, get(named("RBP")));
    auto V = pop();
    if (!V)
      return V.takeError();
    set(named("RBP"), *V);
    return true;
  }
  if (P.Operation == "PUSH" && P.Bits == 64) {
    Value V;
    if (P.Form.starts_with("rmm")) {
      auto Loaded = loadAt(I, 0, 8);
      if (!Loaded)
        return Loaded.takeError();
      V = *Loaded;
    } else {
      V = I.isImm(0) ? immediate(I, 0, false) : read(I.reg(0));
    }
    if (Error E = push(V))
      return E;
    return true;
  }
  if (I.Name == "POP64r") {
    auto V = pop();
    if (!V)
      return V.takeError();
    set(I.reg(0), *V);
    return true;
  }
  return false;
}

Expected<std::optional<Jump>> X86Semantics::stepBranch(const Instruction &I, const Parts &P) {
  if (P.Operation == "RET") {
    auto V = pop();
    if (!V)
      return V.takeError();
    return Jump(*V);
  }
  if (P.Operation == "JCC") {
    // O, B, E, BE, S, P, L, LE, each with its opposite, by Arm's names: B is no carry.
    constexpr unsigned None = ~0u;
    static const unsigned Arm[16] = {6, 7, 3, 2, 0, 1, 9, 8, 4, 5, None, None, 11, 10, 13, 12};
    const unsigned Condition = Arm[I.imm(1) & 15];
    const std::optional<bool> Taken = Condition == None ? std::nullopt : holds(Condition);
    if (!Taken)
      return refuse("branches on a condition that is not known");
    return *Taken ? Jump(target(I)) : Jump();
  }
  const bool IsCall = P.Operation == "CALL";
  if (!IsCall && P.Operation != "JMP")
    return std::nullopt;
  Value To;
  if (I.size() == 1 && I.isImm(0)) {
    To = target(I);
  } else if (I.size() == 1 && I.isReg(0)) {
    To = get(I.reg(0));
  } else {
    auto Loaded = loadAt(I, 0, 8);
    if (!Loaded)
      return Loaded.takeError();
    To = *Loaded;
  }
  if (IsCall)
    if (Error E = push(Value::section(I.Section, I.end())))
      return E;
  return Jump(To);
}

Expected<Jump> X86Semantics::step(const Instruction &I) {
  static const StringSet<> Harmless = {"ENDBR64", "NOOP", "NOOPL", "NOOPW", "NOOPQ"};
  if (Harmless.contains(I.Name))
    return std::nullopt;
  const Parts P = split(I.Name);
  auto Branch = stepBranch(I, P);
  if (!Branch)
    return Branch.takeError();
  if (*Branch)
    return **Branch;
  for (auto Step : {&X86Semantics::stepMove, &X86Semantics::stepDivision, &X86Semantics::stepCount,
                    &X86Semantics::stepArithmetic, &X86Semantics::stepStack}) {
    auto Done = (this->*Step)(I, P);
    if (!Done)
      return Done.takeError();
    if (*Done)
      return std::nullopt;
  }
  StringRef Name = I.Name; // the same with a prefix, where registers have more than 16 bytes
  Name.consume_front("V");
  Name.consume_back("_REV");
  for (auto Step : {&X86Semantics::stepVector, &X86Semantics::stepVectorHalf}) {
    auto Done = (this->*Step)(Name, I);
    if (!Done)
      return Done.takeError();
    if (*Done)
      return std::nullopt;
  }
  return stepUnknown(I);
}

Expected<Value> X86Semantics::leave() {
  auto To = pop();
  if (!To)
    return To.takeError();
  State.forgetBelow(get(Sp));
  keepOnly(
      {Sp, named("RBX"), named("RBP"), named("R12"), named("R13"), named("R14"), named("R15")});
  return *To;
}

std::unique_ptr<Semantics> createX86Semantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<X86Semantics>(M, State);
}

} // namespace etprune
