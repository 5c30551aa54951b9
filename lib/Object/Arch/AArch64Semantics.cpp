// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AArch64. LLVM names an instruction by operation, kind of register and form: ADDXri, LDRWui,
// STPXpre.

#include "Object/Arch/Semantics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

class AArch64Semantics : public Semantics {
public:
  AArch64Semantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State), Sp(named("SP")), Lr(named("LR")), Zero(named("XZR")) {
    Arguments = {named("X0").id(), named("X1").id()};
  }
  void start() override {
    set(Sp, Value::stack(0));
    set(Lr, {Value::Return, Value::Whole, 0, 0, 0});
  }
  Expected<Jump> step(const Instruction &I) override;
  Expected<Value> leave() override;

private:
  Value read(MCRegister R) const;
  void write(MCRegister R, Value V);
  Value shifted(MCRegister R, uint64_t Encoded) const;
  Value lowPart(const Instruction &I, MCRegister Base) const;
  Expected<bool> stepAddress(const Instruction &I);
  Expected<bool> stepConstant(const Instruction &I);
  Expected<bool> stepBitfield(const Instruction &I);
  Expected<bool> stepArithmetic(const Instruction &I);
  Expected<bool> stepMemory(const Instruction &I);
  Expected<bool> stepVector(const Instruction &I);
  Expected<std::optional<Jump>> stepBranch(const Instruction &I);

  const MCRegister Sp, Lr, Zero;
};

Value AArch64Semantics::read(MCRegister R) const {
  if (M.whole(R) == Zero)
    return Value::number(0);
  Value V = get(R);
  if (M.bits(R) == 32)
    return V.isNumber() ? Value::number(lowBits(V.Offset, 32)) : Value();
  return V;
}

void AArch64Semantics::write(MCRegister R, Value V) {
  if (M.whole(R) == Zero)
    return;
  if (M.bits(R) == 32)
    V = V.isNumber() ? Value::number(lowBits(V.Offset, 32)) : Value();
  set(R, V);
}

/// A register operand: the kind of shift in the upper bits, the distance in the lower six.
Value AArch64Semantics::shifted(MCRegister R, uint64_t Encoded) const {
  const Value V = read(R);
  const unsigned Distance = Encoded & 63, Bits = M.bits(R);
  if (Distance == 0)
    return V;
  if (!V.isNumber())
    return {};
  switch (Encoded >> 6) {
  case 0:
    return Value::number(lowBits(V.Offset << Distance, Bits));
  case 1:
    return Value::number(V.Offset >> Distance);
  case 2:
    return Value::number(lowBits(signExtended(V.Offset, Bits) >> Distance, Bits));
  default:
    return {};
  }
}

/// What an instruction with the lower part of an address makes of the upper part in its base.
Value AArch64Semantics::lowPart(const Instruction &I, MCRegister Base) const {
  const ObjectRelocation &R = *I.Relocations.front();
  Value Address;
  switch (R.Type) {
  case ELF::R_AARCH64_ADD_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST8_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST16_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST32_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST64_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST128_ABS_LO12_NC:
    Address = State.addressOf(R.Symbol, R.Addend);
    break;
  case ELF::R_AARCH64_LD64_GOT_LO12_NC:
    Address = {Value::Got, Value::Whole, R.Symbol, static_cast<uint64_t>(R.Addend), 0};
    break;
  default:
    return {};
  }
  const Value Page = get(Base);
  return Page.Form == Value::Upper && Page.Kind == Address.Kind && Page.Base == Address.Base
             ? Address
             : Value();
}

Expected<bool> AArch64Semantics::stepAddress(const Instruction &I) {
  if (I.Name == "ADRP" || I.Name == "ADR") {
    Value V;
    if (!I.Relocations.empty()) {
      const ObjectRelocation &R = *I.Relocations.front();
      if (R.Type == ELF::R_AARCH64_ADR_GOT_PAGE)
        V = {Value::Got, Value::Whole, R.Symbol, static_cast<uint64_t>(R.Addend), 0};
      else if (R.Type == ELF::R_AARCH64_ADR_PREL_PG_HI21 ||
               R.Type == ELF::R_AARCH64_ADR_PREL_PG_HI21_NC ||
               R.Type == ELF::R_AARCH64_ADR_PREL_LO21)
        V = State.addressOf(R.Symbol, R.Addend);
      if (I.Name == "ADRP")
        V.Form = Value::Upper;
    }
    write(I.reg(0), V);
    return true;
  }
  if (I.Name == "ADDXri" && !I.Relocations.empty()) {
    write(I.reg(0), lowPart(I, I.reg(1)));
    return true;
  }
  return false;
}

/// The bits of a logical instruction's immediate: a run of ones, rotated, in elements of equal
/// size.
std::optional<uint64_t> logicalImmediate(uint64_t Encoded, unsigned Bits) {
  const unsigned N = Encoded >> 12 & 1, Rotate = Encoded >> 6 & 63, Ones = Encoded & 63;
  const unsigned Kind = (N << 6) | (~Ones & 63);
  if (Kind < 2)
    return std::nullopt;
  const unsigned Size = 1u << (31 - llvm::countl_zero(Kind));
  const unsigned R = Rotate & (Size - 1), S = Ones & (Size - 1);
  if (S == Size - 1)
    return std::nullopt;
  uint64_t Element = lowBits(~uint64_t(0), S + 1);
  if (R)
    Element = lowBits(Element >> R | Element << (Size - R), Size);
  for (unsigned Width = Size; Width < 64; Width *= 2)
    Element |= Element << Width;
  return lowBits(Element, Bits);
}

Expected<bool> AArch64Semantics::stepConstant(const Instruction &I) {
  if (!I.Relocations.empty() || I.size() == 0 || !I.isReg(0))
    return false;
  const unsigned Bits = M.bits(I.reg(0));
  if (I.Name == "MOVZXi" || I.Name == "MOVZWi") {
    write(I.reg(0), Value::number(uint64_t(I.imm(1)) << I.imm(2)));
  } else if (I.Name == "MOVNXi" || I.Name == "MOVNWi") {
    write(I.reg(0), Value::number(lowBits(~(uint64_t(I.imm(1)) << I.imm(2)), Bits)));
  } else if (I.Name == "MOVKXi" || I.Name == "MOVKWi") {
    const Value Old = read(I.reg(1));
    const uint64_t Mask = uint64_t(0xffff) << I.imm(3);
    write(I.reg(0), Old.isNumber()
                        ? Value::number((Old.Offset & ~Mask) | uint64_t(I.imm(2)) << I.imm(3))
                        : Value());
  } else {
    return false;
  }
  return true;
}

/// SBFM, UBFM: shifts and extensions are written as bit-field moves.
Expected<bool> AArch64Semantics::stepBitfield(const Instruction &I) {
  StringRef Name = I.Name;
  if (Name != "SBFMXri" && Name != "UBFMXri" && Name != "SBFMWri" && Name != "UBFMWri")
    return false;
  const Value V = read(I.reg(1));
  const unsigned Bits = M.bits(I.reg(0)), R = I.imm(2), S = I.imm(3);
  Value Result;
  if (V.isNumber()) {
    uint64_t N =
        S >= R ? lowBits(V.Offset >> R, S - R + 1) : lowBits(V.Offset, S + 1) << (Bits - R);
    if (Name.starts_with("S"))
      N = S >= R ? signExtended(N, S - R + 1) : signExtended(N, S + 1 + Bits - R);
    Result = Value::number(lowBits(N, Bits));
  }
  write(I.reg(0), Result);
  return true;
}

Expected<bool> AArch64Semantics::stepArithmetic(const Instruction &I) {
  StringRef Name = I.Name;
  const unsigned Bits = I.size() && I.isReg(0) ? M.bits(I.reg(0)) : 0;
  // Products and quotients of differences between addresses.
  if ((Name == "MADDXrrr" || Name == "MADDWrrr")) {
    const Value A = read(I.reg(1)), B = read(I.reg(2)), C = read(I.reg(3));
    write(I.reg(0), A.isNumber() && B.isNumber()
                        ? State.sum(Value::number(lowBits(A.Offset * B.Offset, Bits)), C)
                        : Value());
    return true;
  }
  if (Name == "SDIVXr") {
    const Value A = read(I.reg(1)), B = read(I.reg(2));
    write(I.reg(0), quotient(A, B));
    return true;
  }
  StringRef Operation = Name.take_until([](char C) { return C == 'X' || C == 'W'; });
  StringRef Form = Name.drop_front(std::min(Name.size(), Operation.size() + 1));
  const bool SetsFlags = Operation.size() == 4 && Operation.ends_with("S");
  if (SetsFlags)
    Operation = Operation.drop_back();
  const bool IsLogical = Operation == "ORR" || Operation == "AND" || Operation == "EOR";
  if ((!IsLogical && Operation != "ADD" && Operation != "SUB") || (Form != "ri" && Form != "rs"))
    return false;
  Value A = read(I.reg(1)), B;
  if (Form == "rs")
    B = shifted(I.reg(2), I.imm(3));
  else if (!IsLogical)
    B = Value::number(uint64_t(I.imm(2)) << I.imm(3));
  else if (auto N = logicalImmediate(I.imm(2), Bits))
    B = Value::number(*N);
  Value Result;
  ConditionFlags Flags;
  if (Operation == "ADD") {
    Result = State.sum(A, B);
    Flags.Zero = flagsOfResult(Result, Bits).Zero;
  } else if (Operation == "SUB") {
    Result = State.difference(A, B);
    Flags = compared(A, B, Bits);
  } else if (A.isNumber() && B.isNumber()) {
    Result = Value::number(Operation == "ORR"   ? A.Offset | B.Offset
                           : Operation == "AND" ? A.Offset & B.Offset
                                                : A.Offset ^ B.Offset);
    Flags = flagsOfResult(Result, Bits);
    Flags.Carry = Flags.Overflow = false;
  } else if (Operation != "AND" && A.isNumber(0)) { // a copy
    Result = B;
  } else if (Operation != "AND" && B.isNumber(0)) {
    Result = A;
  }
  write(I.reg(0), Result);
  if (SetsFlags)
    State.Flags = Flags;
  return true;
}

Expected<bool> AArch64Semantics::stepMemory(const Instruction &I) {
  StringRef Name = I.Name;
  const bool IsLoad = Name.consume_front("LD");
  if (!IsLoad && !Name.consume_front("ST"))
    return false;
  const bool IsPair = Name.consume_front("P");
  if (!IsPair && !Name.consume_front("UR") && !Name.consume_front("R"))
    return false;
  const bool Signed = Name.consume_front("SW");
  unsigned Size = Signed ? 4 : 0;
  static const std::pair<StringLiteral, unsigned> Kinds[] = {
      {"BB", 1}, {"HH", 2}, {"X", 8}, {"W", 4}, {"Q", 16}, {"D", 8}, {"S", 4}};
  for (const auto &[Kind, Bytes] : Kinds)
    if (!Size && Name.consume_front(Kind))
      Size = Bytes;
  if (!Size)
    return false;
  if (Name == "l") { // a literal
    if (!IsLoad)
      return false;
    if (Error E = loadWords(I.reg(0), branchTarget(I), Size))
      return E;
    return true;
  }
  const bool Pre = Name == "pre", Post = Name == "post";
  if (!Pre && !Post && Name != "ui" && Name != "i")
    return false;
  // The base that is written back, one or two registers, the base, and the distance.
  const unsigned First = Pre || Post, BaseAt = First + (IsPair ? 2 : 1);
  if (BaseAt + 1 >= I.size() || !I.isImm(BaseAt + 1))
    return false;
  const MCRegister Base = I.reg(BaseAt);
  const bool IsScaled = IsPair || Name == "ui";
  const Value Distance = Value::number(I.imm(BaseAt + 1) * (IsScaled ? Size : 1));
  const Value Moved = State.sum(get(Base), Distance);
  const Value Address = !I.Relocations.empty() ? lowPart(I, Base) : Post ? get(Base) : Moved;
  for (unsigned N = 0; N < (IsPair ? 2 : 1); ++N) {
    const MCRegister R = I.reg(First + N);
    const Value At = State.sum(Address, Value::number(N * Size));
    if (Size == 16) {
      if (Error E = IsLoad ? loadWords(R, At, Size) : storeWords(R, At, Size))
        return E;
    } else if (IsLoad) {
      auto V = State.load(At, Size);
      if (!V)
        return V.takeError();
      if (Signed)
        *V = V->isNumber() ? Value::number(signExtended(V->Offset, 32)) : Value();
      State.forget(M.whole(R));
      if (M.whole(R) != Zero)
        set(R, *V);
    } else if (Error E = State.store(At, Size, M.whole(R) == Zero ? Value::number(0) : get(R))) {
      return E;
    }
  }
  if (Pre || Post)
    set(Base, Moved);
  return true;
}

/// Two words that are moved at once.
Expected<bool> AArch64Semantics::stepVector(const Instruction &I) {
  if (I.Name == "FMOVXDr") {
    set(I.reg(0), read(I.reg(1)));
    set(I.reg(0), Value::number(0), 1);
  } else if (I.Name == "FMOVDXr") {
    write(I.reg(0), get(I.reg(1)));
  } else if (I.Name == "INSvi64gpr") {
    set(I.reg(0), read(I.reg(3)), I.imm(2) & 1);
  } else if (I.Name == "INSvi64lane") {
    set(I.reg(0), get(I.reg(3), I.imm(4) & 1), I.imm(2) & 1);
  } else if (I.Name == "DUPv2i64gpr") {
    for (unsigned Part : {0, 1})
      set(I.reg(0), read(I.reg(1)), Part);
  } else if (I.Name.starts_with("MOVI") && I.imm(1) == 0) {
    for (unsigned Part : {0, 1})
      set(I.reg(0), Value::number(0), Part);
  } else if (I.Name == "ZIP1v2i64") {
    const Value Low = get(I.reg(1)), High = get(I.reg(2));
    set(I.reg(0), Low);
    set(I.reg(0), High, 1);
  } else {
    return false;
  }
  return true;
}

Expected<std::optional<Jump>> AArch64Semantics::stepBranch(const Instruction &I) {
  StringRef Name = I.Name;
  auto Decide = [&](std::optional<bool> Taken) -> Expected<std::optional<Jump>> {
    if (!Taken)
      return refuse("branches on a condition that is not known");
    return *Taken ? Jump(branchTarget(I)) : Jump();
  };
  auto Opposite = [](std::optional<bool> B) { return B ? std::optional<bool>(!*B) : B; };
  if (Name == "RET" || Name == "BR")
    return Jump(get(I.reg(0)));
  if (Name == "RETAA" || Name == "RETAB")
    return Jump(get(Lr));
  if (Name == "B")
    return Jump(branchTarget(I));
  if (Name == "BL" || Name == "BLR") {
    const Value To = Name == "BL" ? branchTarget(I) : get(I.reg(0));
    set(Lr, Value::section(I.Section, I.end()));
    return Jump(To);
  }
  if (Name == "Bcc")
    return Decide(holds(I.imm(0)));
  if (Name == "CBZX" || Name == "CBZW")
    return Decide(areEqual(read(I.reg(0)), Value::number(0)));
  if (Name == "CBNZX" || Name == "CBNZW")
    return Decide(Opposite(areEqual(read(I.reg(0)), Value::number(0))));
  if (Name.starts_with("TBZ") || Name.starts_with("TBNZ")) {
    const Value V = read(I.reg(0));
    std::optional<bool> IsSet;
    if (V.isNumber())
      IsSet = V.Offset >> I.imm(1) & 1;
    return Decide(Name.starts_with("TBZ") ? Opposite(IsSet) : IsSet);
  }
  return std::nullopt;
}

Expected<Jump> AArch64Semantics::step(const Instruction &I) {
  if (I.Name == "HINT" || I.Name == "PACIASP" || I.Name == "AUTIASP")
    return std::nullopt;
  auto Branch = stepBranch(I);
  if (!Branch)
    return Branch.takeError();
  if (*Branch)
    return **Branch;
  for (auto Step : {&AArch64Semantics::stepAddress, &AArch64Semantics::stepConstant,
                    &AArch64Semantics::stepMemory, &AArch64Semantics::stepBitfield,
                    &AArch64Semantics::stepArithmetic, &AArch64Semantics::stepVector}) {
    auto Done = (this->*Step)(I);
    if (!Done)
      return Done.takeError();
    if (*Done)
      return std::nullopt;
  }
  return stepUnknown(I);
}

Expected<Value> AArch64Semantics::leave() {
  const Value To = get(Lr);
  State.forgetBelow(get(Sp));
  SmallVector<MCRegister, 12> Kept = {Sp, named("FP")};
  for (unsigned N = 19; N <= 28; ++N)
    Kept.push_back(named(("X" + Twine(N)).str()));
  keepOnly(Kept);
  return To;
}

} // namespace

std::unique_ptr<Semantics> createAArch64Semantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<AArch64Semantics>(M, State);
}

} // namespace etprune
