// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x86-64. LLVM names an instruction by operation, width and form: SUB64ri8, MOV32mr.
// The form lists the operands, the destination first: r is a register, m memory, i an immediate.

#include "Object/Arch/Semantics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

/// The lowest `Bits` bits of a value. A cut address is unknown. But 32 bits are the whole address
/// of a section or symbol, because compilers use 32-bit addresses in non-PIC code.
Value part(Value V, unsigned Bits) {
  if (V.isNumber())
    V.Offset = lowBits(V.Offset, Bits);
  else if (Bits < 32 || (Bits == 32 && V.Kind != Value::Section && V.Kind != Value::Symbol))
    return {};
  return V;
}

class X86Semantics : public Semantics {
public:
  X86Semantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State,
                  {"RSP",
                   "",
                   {"RDI", "RSI"},
                   {"RBX", "RBP", "R12", "R13", "R14", "R15"},
                   /*Zero=*/"",
                   "RAX"}) {}

private:
  struct Parts {
    StringRef Operation, Form;
    unsigned Bits = 0;
  };

  static Parts split(StringRef Name) {
    Parts P;
    Name.consume_back("_REV");
    P.Operation = Name.take_while([](char C) { return (C >= 'A' && C <= 'Z'); });
    P.Form = Name.drop_front(P.Operation.size());
    if (P.Form.consumeInteger(10, P.Bits))
      P.Bits = 0;
    return P;
  }

  bool execute(const Instruction &I) override {
    const Parts P = split(I.Name);
    return llvm::is_contained({"ENDBR64", "NOOP", "NOOPL", "NOOPW", "NOOPQ"}, I.Name) ||
           stepBranch(I, P) || stepCondition(I) || stepMove(I, P) || stepDivision(I) ||
           stepArithmetic(I, P) || stepStack(I, P) || stepVector(I);
  }

  /// The address in the five operands from `First` on: base, scale, index, displacement, segment.
  Value address(const Instruction &I, unsigned First) {
    if (First + 4 >= I.size() || !I.isImm(First + 3)) {
      refuse("has the instruction " + I.Name + ", whose effect is unknown");
      return {};
    }
    const MCRegister Base = I.reg(First), Index = I.reg(First + 2), Segment = I.reg(First + 4);
    Value Result = Value::number(I.imm(First + 3));
    if (!I.Relocations.empty()) {
      // The displacement's relocation comes first. But a single relocation in the last four bytes
      // belongs to the immediate, if operand First + 5 is an immediate. In SETCCm, operand
      // First + 5 is the condition, which no relocation fills.
      const ObjectRelocation &R = *I.Relocations.front();
      const bool IsImmediate = I.Name != "SETCCm" && I.Relocations.size() == 1 &&
                               I.size() > First + 5 && I.isImm(First + 5) &&
                               R.Offset + 4 == I.end();
      if (!IsImmediate)
        Result = relocated(I, R);
    } else if (Base == named("RIP")) {
      Result = Value::section(I.Section, I.end() + I.imm(First + 3));
    }
    if (Base && Base != named("RIP"))
      Result = State.sum(Result, get(Base));
    if (Index) {
      const Value N = get(Index);
      Result =
          N.isNumber() ? State.sum(Result, Value::number(N.Offset * I.imm(First + 1))) : Value();
    }
    if (Segment && !Result.isNumber())
      refuse("uses memory of a thread");
    else if (Segment)
      Result.Kind = Value::Thread;
    return Result;
  }

  /// The address that a relocation gives; unknown for relocation types without a case here. A
  /// PC-relative displacement counts from the instruction's end, but the relocation counts from the
  /// field. So relocated() adds the distance from the field to the end.
  Value relocated(const Instruction &I, const ObjectRelocation &R) const {
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
      return Value::got(R.Symbol, R.Addend + (I.end() - R.Offset));
    default:
      return {};
    }
  }

  Value immediate(const Instruction &I, unsigned N, bool HasMemory) const {
    if (!I.Relocations.empty()) {
      const ObjectRelocation &R = *I.Relocations.back();
      if (!HasMemory || I.Relocations.size() == 2 || R.Offset + 4 == I.end())
        return R.Type == ELF::R_X86_64_32 || R.Type == ELF::R_X86_64_32S ||
                       R.Type == ELF::R_X86_64_64
                   ? relocated(I, R)
                   : Value();
    }
    return Value::number(I.imm(N));
  }

  Value target(const Instruction &I) const {
    return I.Relocations.empty() ? branchTarget(I) : relocated(I, *I.Relocations.back());
  }

  /// The operand after the register or memory operand at `First`.
  Value second(const Instruction &I, const Parts &P, unsigned First) {
    const bool IsShift = P.Operation == "SHL" || P.Operation == "SHR" || P.Operation == "SAR";
    if (IsShift && !I.isImm(I.size() - 1))
      return P.Form.ends_with("1") ? Value::number(1) : Value(); // else register CL has the count
    const bool ToMemory = P.Form.starts_with("m");
    const unsigned Next = First + (ToMemory ? 5 : 1);
    if (P.Form.starts_with("rm"))
      return load(address(I, Next), P.Bits / 8);
    if (I.isImm(Next))
      return immediate(I, Next, ToMemory);
    return I.isReg(Next) ? read(I.reg(Next)) : Value();
  }

  bool isHighByte(MCRegister R) const {
    return M.bits(R) == 8 &&
           (R == named("AH") || R == named("BH") || R == named("CH") || R == named("DH"));
  }

  Value read(MCRegister R) const {
    const Value V = get(R);
    if (isHighByte(R))
      return {};
    return M.bits(R) == 8 && !V.isNumber() ? get(R, LowByte) : part(V, M.bits(R));
  }

  bool write(MCRegister R, Value V) {
    const unsigned Bits = M.bits(R);
    const Value Old = get(R);
    State.forget(M.whole(R));
    if (isHighByte(R))
      return true;
    if (Bits < 32 && V.isNumber() && Old.isNumber()) // the instruction keeps the upper bits
      V.Offset = (Old.Offset & ~maskTrailingOnes<uint64_t>(Bits)) | lowBits(V.Offset, Bits);
    else if (Bits == 8 && V.isNumber())
      return set(R, part(V, 8), LowByte);
    else
      V = Bits < 32 ? Value() : part(V, Bits);
    return set(R, V);
  }

  /// Evaluates the condition in an instruction's last operand; none if the flags are unknown.
  std::optional<bool> condition(const Instruction &I) const {
    // Arm's numbers of x86's conditions O, B, E, BE, S, P, L and LE. Each condition is followed by
    // its opposite. B means that a subtraction borrowed; Arm then clears its carry, so B is Arm's
    // "carry clear". Arm has no condition for P, the parity.
    constexpr unsigned None = ~0u;
    static const unsigned Arm[16] = {6, 7, 3, 2, 0, 1, 9, 8, 4, 5, None, None, 11, 10, 13, 12};
    const unsigned Condition = Arm[I.imm(I.size() - 1) & 15];
    return Condition == None ? std::nullopt : holds(Condition, State.Flags);
  }

  bool stepBranch(const Instruction &I, const Parts &P) {
    if (P.Operation == "RET")
      return jump(pop());
    if (P.Operation == "JCC")
      return jumpIf(condition(I), target(I));
    const bool IsCall = P.Operation == "CALL";
    if (!IsCall && P.Operation != "JMP")
      return false;
    Value To;
    if (I.size() == 1 && I.isImm(0))
      To = target(I);
    else if (I.size() == 1 && I.isReg(0))
      To = get(I.reg(0));
    else
      To = load(address(I, 0), 8);
    if (IsCall)
      push(Value::section(I.Section, I.end()));
    return jump(To);
  }

  bool stepMove(const Instruction &I, const Parts &P) {
    if (P.Operation == "LEA") {
      const Value Address = address(I, 1);
      return write(I.reg(0), Address.Kind == Value::Thread ? Value() : Address);
    }
    if (P.Operation != "MOV" && P.Operation != "MOVSX" && P.Operation != "MOVZX")
      return false;
    StringRef Form = P.Form;
    unsigned From = P.Bits; // the width of the source
    if (P.Operation != "MOV") {
      Form = P.Form.take_while([](char C) { return C == 'r' || C == 'm'; });
      if (P.Form.drop_front(Form.size()).getAsInteger(10, From))
        return false;
    }
    Value V;
    if (Form.starts_with("rm")) {
      V = load(address(I, 1), From / 8);
    } else if (Form.starts_with("m")) {
      if (!I.isImm(5) && !I.isReg(5))
        return false;
      return store(address(I, 0), P.Bits / 8, I.isImm(5) ? immediate(I, 5, true) : read(I.reg(5)));
    } else if (Form == "rr" || Form.starts_with("ri")) {
      V = I.isImm(1) ? immediate(I, 1, false) : I.isReg(1) ? read(I.reg(1)) : Value();
    } else {
      return false;
    }
    if (P.Operation != "MOV")
      V = extended(V, From, P.Operation == "MOVSX");
    return write(I.reg(0), V);
  }

  /// CQO and IDIV, with which compilers divide a pointer difference by the element size.
  bool stepDivision(const Instruction &I) {
    const Value A = get(named("RAX"));
    if (I.Name == "CQO")
      return write(named("RDX"),
                   A.isNumber() ? Value::number(int64_t(A.Offset) < 0 ? -1 : 0) : Value());
    if (I.Name != "IDIV64r")
      return false;
    const bool Fits = A.isNumber() && get(named("RDX")).isNumber(int64_t(A.Offset) < 0 ? -1 : 0);
    write(named("RAX"), Fits ? quotient(A, get(I.reg(0))) : Value());
    write(named("RDX"), {});
    State.Flags = {};
    return true;
  }

  /// Arithmetic and comparisons. The first operand is a register or memory.
  bool stepArithmetic(const Instruction &I, const Parts &P) {
    const Operation Op = operationNamed(StringSwitch<StringRef>(P.Operation)
                                            .Case("INC", "ADD")
                                            .Cases("CMP", "DEC", "SUB")
                                            .Case("TEST", "AND")
                                            .Case("LSL", "") // no shift: loads a segment's limit
                                            .Default(P.Operation));
    if (Op == Operation::None || !P.Bits || P.Form.contains("_") ||
        (Op == Operation::Mul && !P.Form.starts_with("rr") && !P.Form.starts_with("i")))
      return false;
    const bool OnlyFlags = P.Operation == "CMP" || P.Operation == "TEST";
    const bool IsCount = P.Operation == "INC" || P.Operation == "DEC";
    const bool IsAccumulator = P.Form.starts_with("i"), InMemory = P.Form.starts_with("m");
    MCRegister To = I.isReg(0) ? I.reg(0) : MCRegister();
    Value A, B;
    if (IsAccumulator) {
      To = named(P.Bits == 64 ? "RAX" : P.Bits == 32 ? "EAX" : "AL");
      A = read(To);
      B = immediate(I, 0, false);
    } else {
      const unsigned First = InMemory || OnlyFlags ? 0 : 1; // else operand 0 is the result
      A = InMemory ? load(address(I, 0), P.Bits / 8) : read(I.reg(First));
      B = IsCount ? Value::number(1) : second(I, P, First);
      if (Op == Operation::Xor && P.Form == "rr" && I.reg(1) == I.reg(2))
        A = B = Value::number(0);
    }
    const Computed C = compute(Op, A, B, P.Bits);
    State.Flags = C.Flags;
    if (IsCount)
      State.Flags.Carry = std::nullopt; // INC, DEC keep the old carry, which was overwritten above
    if (C.Result.isNumber() &&
        (Op == Operation::And || Op == Operation::Or || Op == Operation::Xor)) {
      State.Flags.Carry = true; // x86 clears its carry; State.Flags has the opposite
      State.Flags.Overflow = false;
    }
    return OnlyFlags  ? true
           : InMemory ? store(address(I, 0), P.Bits / 8, C.Result)
                      : write(To, C.Result);
  }

  bool stepCondition(const Instruction &I) {
    const bool IsMove = I.Name == "CMOV64rr" || I.Name == "CMOV32rr";
    if (!IsMove && I.Name != "SETCCr" && I.Name != "SETCCm")
      return false;
    const std::optional<bool> Holds = condition(I);
    if (IsMove)
      return write(I.reg(0), Holds ? read(I.reg(*Holds ? 2 : 1)) : Value());
    const Value V = Holds ? Value::number(*Holds) : Value();
    return I.Name == "SETCCr" ? write(I.reg(0), V) : store(address(I, 0), 1, V);
  }

  bool stepStack(const Instruction &I, const Parts &P) {
    if (I.Name == "LEAVE64")
      return set(Sp, get(named("RBP"))) && set(named("RBP"), pop());
    if (I.Name == "POP64r")
      return write(I.reg(0), pop());
    return P.Operation == "PUSH" && P.Bits == 64 &&
           push(P.Form.starts_with("rmm") ? load(address(I, 0), 8)
                : I.isImm(0)              ? immediate(I, 0, false)
                                          : read(I.reg(0)));
  }

  bool stepVector(const Instruction &I) {
    StringRef Name = I.Name;
    Name.consume_front("V"); // the AVX form of the same instruction
    Name.consume_back("_REV");
    const StringRef Form = Name.take_back(2);
    const bool IsWhole = llvm::is_contained(
        {"MOVAPS", "MOVUPS", "MOVDQA", "MOVDQU", "MOVAPD", "MOVUPD"}, Name.drop_back(Form.size()));
    const unsigned Last = I.size() - 1;
    if (IsWhole && Form == "rm")
      return loadWords(I.reg(0), address(I, 1), 16);
    if (IsWhole && Form == "mr")
      return storeWords(I.reg(5), address(I, 0), 16);
    if (IsWhole && Form == "rr")
      return setLanes(I.reg(0), get(I.reg(1)), get(I.reg(1), 1));
    if (llvm::is_contained({"XORPSrr", "PXORrr", "XORPDrr"}, Name) &&
        I.reg(Last) == I.reg(Last - 1))
      return setLanes(I.reg(0), Value::number(0), Value::number(0));
    if (Name == "MOV64toPQIrr")
      return setLanes(I.reg(0), get(I.reg(1)), Value::number(0));
    if (Name == "MOVPQIto64rr")
      return write(I.reg(0), get(I.reg(1)));
    if (Name == "MOVQI2PQIrm" || Name == "MOVSDrm")
      return setLanes(I.reg(0), load(address(I, 1), 8), Value::number(0));
    if (llvm::is_contained({"MOVPQI2QImr", "MOVLPSmr", "MOVLPDmr"}, Name))
      return store(address(I, 0), 8, get(I.reg(5)));
    if (Name == "MOVHPSmr" || Name == "MOVHPDmr")
      return store(address(I, 0), 8, get(I.reg(5), 1));
    if (Name == "MOVHPSrm" || Name == "MOVHPDrm")
      return setLanes(I.reg(0), get(I.reg(1)), load(address(I, 2), 8));
    if (Name == "PUNPCKLQDQrr" || Name == "MOVLHPSrr")
      return setLanes(I.reg(0), get(I.reg(Last - 1)), get(I.reg(Last)));
    if (Name != "PINSRQrr" || !I.isImm(3))
      return false;
    const Value New = get(I.reg(2));
    return I.imm(3) & 1 ? setLanes(I.reg(0), get(I.reg(1)), New)
                        : setLanes(I.reg(0), New, get(I.reg(1), 1));
  }

  /// The lane that holds a register's lowest byte if only this byte is known. Lane 0 has the value
  /// of the whole register.
  static constexpr unsigned LowByte = 3;
};

} // namespace

std::unique_ptr<Semantics> makeX86Semantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<X86Semantics>(M, State);
}

} // namespace etprune
