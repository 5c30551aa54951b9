// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x86-64. LLVM names an instruction by operation, width and form: SUB64ri8, MOV32mr.

#include "Object/Arch/Semantics.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

class X86Semantics : public Semantics {
public:
  X86Semantics(const Disassembler &M, CodeState &State) : Semantics(M, State), Sp(named("RSP")) {
    Arguments = {named("RDI").id(), named("RSI").id()};
  }
  void start() override;
  Expected<Jump> step(const Instruction &I) override;
  Expected<Value> leave() override;

private:
  /// Operation, width in bits, and form of a name.
  struct Parts {
    StringRef Operation, Form;
    unsigned Bits = 0;
  };
  static Parts split(StringRef Name);
  Expected<Value> address(const Instruction &I, unsigned First) const;
  Value relocated(const Instruction &I, const ObjectRelocation &R) const;
  Value immediate(const Instruction &I, unsigned N, bool HasMemory) const;
  Value target(const Instruction &I) const;
  Value read(MCRegister R) const;
  void write(MCRegister R, Value V);
  Error push(const Value &V);
  Expected<Value> pop();
  Expected<Value> second(const Instruction &I, const Parts &P, unsigned First);
  Value compute(StringRef Operation, Value A, Value B, unsigned Bits);
  Expected<bool> stepArithmetic(const Instruction &I, const Parts &P);
  Expected<bool> stepMove(const Instruction &I, const Parts &P);
  Expected<bool> stepVector(const Instruction &I);
  Expected<bool> stepStack(const Instruction &I, const Parts &P);
  Expected<std::optional<Jump>> stepBranch(const Instruction &I, const Parts &P);

  const MCRegister Sp;
};

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
  if (!I.Relocations.empty())
    return relocated(I, *I.Relocations.back());
  return Value::section(I.Section, I.end() + I.imm(0));
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
  const bool ToMemory = P.Form.starts_with("m");
  const unsigned Next = First + (ToMemory ? 5 : 1);
  if (P.Form.starts_with("rm")) {
    auto Place = address(I, Next);
    if (!Place)
      return Place.takeError();
    return State.load(*Place, P.Bits / 8);
  }
  if (I.isImm(Next))
    return immediate(I, Next, ToMemory);
  return I.isReg(Next) ? read(I.reg(Next)) : Value();
}

Expected<bool> X86Semantics::stepArithmetic(const Instruction &I, const Parts &P) {
  // Differences between pointers are divided by the size of what lies there.
  if (I.Name == "CQO") {
    const Value A = get(named("RAX"));
    set(named("RDX"), A.isNumber() ? Value::number(int64_t(A.Offset) < 0 ? -1 : 0) : Value());
    return true;
  }
  if (I.Name == "IDIV64r") {
    const Value A = get(named("RAX")), High = get(named("RDX"));
    const bool Fits = A.isNumber() && High.isNumber(int64_t(A.Offset) < 0 ? -1 : 0);
    const Value Quotient = Fits ? quotient(A, get(I.reg(0))) : Value();
    set(named("RAX"), Quotient);
    set(named("RDX"), {});
    State.Flags = {};
    return true;
  }
  if ((P.Operation == "INC" || P.Operation == "DEC") && P.Bits) {
    const bool InMemory = P.Form == "m";
    Value Place, A;
    if (InMemory) {
      auto At = address(I, 0);
      if (!At)
        return At.takeError();
      auto Loaded = State.load(Place = *At, P.Bits / 8);
      if (!Loaded)
        return Loaded.takeError();
      A = *Loaded;
    } else {
      A = read(I.reg(0));
    }
    const Value Result = compute(P.Operation == "INC" ? "ADD" : "SUB", A, Value::number(1), P.Bits);
    State.Flags.Carry = std::nullopt; // it stays what it was
    if (!InMemory)
      write(I.reg(0), Result);
    else if (Error E = State.store(Place, P.Bits / 8, Result))
      return E;
    return true;
  }
  static const StringSet<> Known = {"ADD",  "SUB", "AND", "OR",  "XOR", "CMP",
                                    "TEST", "SHL", "SHR", "SAR", "IMUL"};
  if (!Known.contains(P.Operation) || !P.Bits || P.Form.contains("_"))
    return false;
  const bool OnlyFlags = P.Operation == "CMP" || P.Operation == "TEST";
  if (P.Form.starts_with("i")) { // the accumulator
    const MCRegister A = named(P.Bits == 64 ? "RAX" : P.Bits == 32 ? "EAX" : "AL");
    const Value Result = compute(P.Operation, read(A), immediate(I, 0, false), P.Bits);
    if (!OnlyFlags)
      write(A, Result);
    return true;
  }
  const bool Memory = P.Form.starts_with("m");
  const bool ThreeOperands = P.Operation == "IMUL" && P.Form.starts_with("rri");
  if (P.Operation == "IMUL" && !P.Form.starts_with("rr"))
    return false;
  Value A;
  std::optional<Value> Place;
  unsigned First = Memory || OnlyFlags || ThreeOperands ? 0 : 1;
  if (ThreeOperands)
    First = 1;
  if (Memory) {
    auto At = address(I, 0);
    if (!At)
      return At.takeError();
    Place = *At;
    auto Loaded = State.load(*At, P.Bits / 8);
    if (!Loaded)
      return Loaded.takeError();
    A = *Loaded;
  } else {
    A = read(I.reg(First));
  }
  Value B;
  if ((P.Operation == "SHL" || P.Operation == "SHR" || P.Operation == "SAR") &&
      !I.isImm(I.size() - 1)) {
    B = P.Form.ends_with("1") ? Value::number(1) : Value(); // by the register CL
  } else if (P.Operation == "XOR" && P.Form == "rr" && I.reg(1) == I.reg(2)) {
    A = B = Value::number(0);
  } else {
    auto Other = second(I, P, First);
    if (!Other)
      return Other.takeError();
    B = *Other;
  }
  const Value Result = compute(P.Operation, A, B, P.Bits);
  if (OnlyFlags)
    return true;
  if (Place) {
    if (Error E = State.store(*Place, P.Bits / 8, Result))
      return E;
  } else {
    write(I.reg(0), Result);
  }
  return true;
}

Expected<bool> X86Semantics::stepMove(const Instruction &I, const Parts &P) {
  if (P.Operation == "LEA") {
    auto Place = address(I, 1);
    if (!Place)
      return Place.takeError();
    write(I.reg(0), Place->Kind == Value::Thread ? Value() : *Place);
    return true;
  }
  if (P.Operation != "MOV" && P.Operation != "MOVSX" && P.Operation != "MOVZX")
    return false;
  StringRef Form = P.Form;
  unsigned From = P.Bits; // the width that is extended
  if (P.Operation != "MOV") {
    Form = P.Form.take_while([](char C) { return C == 'r' || C == 'm'; });
    if (P.Form.drop_front(Form.size()).getAsInteger(10, From))
      return false;
  }
  Value V;
  if (Form.starts_with("rm")) {
    auto Place = address(I, 1);
    if (!Place)
      return Place.takeError();
    auto Loaded = State.load(*Place, From / 8);
    if (!Loaded)
      return Loaded.takeError();
    V = *Loaded;
  } else if (Form.starts_with("m")) {
    auto Place = address(I, 0);
    if (!Place)
      return Place.takeError();
    if (!I.isImm(5) && !I.isReg(5))
      return false;
    if (Error E =
            State.store(*Place, P.Bits / 8, I.isImm(5) ? immediate(I, 5, true) : read(I.reg(5))))
      return E;
    return true;
  } else if (Form == "rr" || Form.starts_with("ri")) {
    V = I.isImm(1) ? immediate(I, 1, false) : I.isReg(1) ? read(I.reg(1)) : Value();
  } else {
    return false;
  }
  if (P.Operation != "MOV")
    V = V.isNumber() ? Value::number(P.Operation == "MOVSX" ? signExtended(V.Offset, From)
                                                            : lowBits(V.Offset, From))
                     : Value();
  write(I.reg(0), V);
  return true;
}

/// Two words that are moved at once.
Expected<bool> X86Semantics::stepVector(const Instruction &I) {
  StringRef Name = I.Name;
  Name.consume_front("V");
  Name.consume_back("_REV");
  static const StringSet<> Loads = {"MOVAPSrm", "MOVUPSrm", "MOVDQArm",
                                    "MOVDQUrm", "MOVAPDrm", "MOVUPDrm"};
  static const StringSet<> Stores = {"MOVAPSmr", "MOVUPSmr", "MOVDQAmr",
                                     "MOVDQUmr", "MOVAPDmr", "MOVUPDmr"};
  static const StringSet<> Copies = {"MOVAPSrr", "MOVUPSrr", "MOVDQArr", "MOVDQUrr"};
  static const StringSet<> Zeros = {"XORPSrr", "PXORrr", "XORPDrr"};
  auto Word = [&](unsigned First, unsigned Part) -> Expected<bool> {
    auto Place = address(I, First);
    if (!Place)
      return Place.takeError();
    auto V = State.load(*Place, 8);
    if (!V)
      return V.takeError();
    set(I.reg(0), *V, Part);
    return true;
  };
  if (Loads.contains(Name) || Stores.contains(Name)) {
    const bool IsLoad = Loads.contains(Name);
    auto Place = address(I, IsLoad ? 1 : 0);
    if (!Place)
      return Place.takeError();
    if (Error E = IsLoad ? loadWords(I.reg(0), *Place, 16) : storeWords(I.reg(5), *Place, 16))
      return E;
  } else if (Copies.contains(Name)) {
    for (unsigned Part : {0, 1})
      set(I.reg(0), get(I.reg(1), Part), Part);
  } else if (Zeros.contains(Name) && I.reg(I.size() - 1) == I.reg(I.size() - 2)) {
    for (unsigned Part : {0, 1})
      set(I.reg(0), Value::number(0), Part);
  } else if (Name == "MOV64toPQIrr") {
    set(I.reg(0), get(I.reg(1)));
    set(I.reg(0), Value::number(0), 1);
  } else if (Name == "MOVPQIto64rr") {
    set(I.reg(0), get(I.reg(1)));
  } else if (Name == "MOVQI2PQIrm" || Name == "MOVSDrm") {
    set(I.reg(0), Value::number(0), 1);
    return Word(1, 0);
  } else if (Name == "MOVPQI2QImr" || Name == "MOVHPSmr" || Name == "MOVLPSmr" ||
             Name == "MOVHPDmr" || Name == "MOVLPDmr") {
    auto Place = address(I, 0);
    if (!Place)
      return Place.takeError();
    if (Error E = State.store(*Place, 8, get(I.reg(5), Name.starts_with("MOVH") ? 1 : 0)))
      return E;
  } else if (Name == "PUNPCKLQDQrr" || Name == "MOVLHPSrr") {
    const MCRegister First = I.reg(I.size() - 2);
    const Value Low = get(First), High = get(I.reg(I.size() - 1));
    set(I.reg(0), Low);
    set(I.reg(0), High, 1);
  } else if (Name == "MOVHPSrm" || Name == "MOVHPDrm") {
    set(I.reg(0), get(I.reg(1)));
    return Word(2, 1);
  } else if (Name == "PINSRQrr" && I.isImm(3)) {
    const Value Other = get(I.reg(1), I.imm(3) & 1 ? 0 : 1);
    set(I.reg(0), get(I.reg(2)), I.imm(3) & 1);
    set(I.reg(0), Other, I.imm(3) & 1 ? 0 : 1);
  } else {
    return false;
  }
  return true;
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
      auto Place = address(I, 0);
      if (!Place)
        return Place.takeError();
      auto Loaded = State.load(*Place, 8);
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
    auto Place = address(I, 0);
    if (!Place)
      return Place.takeError();
    auto Loaded = State.load(*Place, 8);
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
  for (auto Step :
       {&X86Semantics::stepMove, &X86Semantics::stepArithmetic, &X86Semantics::stepStack}) {
    auto Done = (this->*Step)(I, P);
    if (!Done)
      return Done.takeError();
    if (*Done)
      return std::nullopt;
  }
  auto Done = stepVector(I);
  if (!Done)
    return Done.takeError();
  return *Done ? Expected<Jump>(std::nullopt) : stepUnknown(I);
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

} // namespace

std::unique_ptr<Semantics> createX86Semantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<X86Semantics>(M, State);
}

} // namespace etprune
