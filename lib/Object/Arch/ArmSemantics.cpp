// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arm, in both of its instruction sets. LLVM's names begin with "t" (Thumb, 16 bits), "t2" (Thumb,
// 32 bits) or nothing. A condition and the choice whether flags are set are operands of nearly
// every instruction; they are told apart from its own operands first.

#include "Object/Arch/Semantics.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

class ArmSemantics : public Semantics {
public:
  ArmSemantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State), Sp(named("SP")), Lr(named("LR")), Pc(named("PC")) {
    Arguments = {named("R0").id(), named("R1").id()};
  }
  void start() override {
    set(Sp, Value::stack(0));
    set(Lr, {Value::Return, Value::Whole, 0, 0, 0});
  }
  Expected<Jump> step(const Instruction &I) override;
  Expected<Value> leave() override;

private:
  /// An instruction without its condition.
  struct Plain {
    const Instruction &I;
    StringRef Name; ///< without the prefix
    bool IsThumb;
    SmallVector<MCOperand, 8> Operands;
    bool SetsFlags = false;
    bool IsImm(unsigned N) const { return N < Operands.size() && Operands[N].isImm(); }
    bool IsReg(unsigned N) const { return N < Operands.size() && Operands[N].isReg(); }
    int64_t imm(unsigned N) const { return Operands[N].getImm(); }
    MCRegister reg(unsigned N) const { return Operands[N].getReg(); }
  };
  Value programCounter(const Plain &P) const {
    return Value::section(P.I.Section, P.I.Offset + (P.IsThumb ? 4 : 8));
  }
  Value read(const Plain &P, MCRegister R) const { return R == Pc ? programCounter(P) : get(R); }
  Value operand(const Plain &P, unsigned N) const;
  Value target(const Plain &P, unsigned N) const;
  Expected<Value> loadLiteral(const Plain &P, uint64_t Literal);
  Value half(const Plain &P, unsigned N) const;
  bool stepMove(const Plain &P);
  bool stepArithmetic(const Plain &P);
  Expected<bool> stepMultiple(const Plain &P, Jump &To);
  Expected<bool> stepMemory(const Plain &P, Jump &To);
  Expected<bool> stepPair(const Plain &P);
  Expected<std::optional<Jump>> stepBranch(const Plain &P);

  const MCRegister Sp, Lr, Pc;
};

/// A number of ARM's instructions is eight bits, rotated.
uint64_t rotated(uint64_t Encoded) {
  const unsigned Distance = 2 * (Encoded >> 8 & 15);
  return llvm::rotr<uint32_t>(Encoded & 255, Distance);
}

Value ArmSemantics::operand(const Plain &P, unsigned N) const {
  if (P.IsReg(N))
    return read(P, P.reg(N));
  if (!P.IsImm(N))
    return {};
  return Value::number(static_cast<uint32_t>(P.IsThumb ? P.imm(N) : rotated(P.imm(N))));
}

/// Of a branch, whose operand is a distance, and an addend where it has a relocation. The lowest
/// bit tells the instruction set, as in the values of functions' symbols.
Value ArmSemantics::target(const Plain &P, unsigned N) const {
  const int64_t Distance = P.imm(N) + (P.IsThumb ? 4 : 8);
  if (P.I.Relocations.empty())
    return Value::section(P.I.Section, (P.I.Offset + Distance) | P.IsThumb);
  const uint32_t Symbol = P.I.Relocations.front()->Symbol;
  Value V = State.addressOf(Symbol, Distance);
  if (V.Kind == Value::Section && State.Object.Symbols[Symbol].Type != ELF::STT_FUNC)
    V.Offset |= P.IsThumb;
  return V;
}

/// A word among the code. Its addend stands there.
Expected<Value> ArmSemantics::loadLiteral(const Plain &P, uint64_t Literal) {
  const ObjectSection &Code = State.Object.Sections[P.I.Section];
  for (const ObjectRelocation &R : Code.Relocations) {
    if (R.Offset != Literal || R.Type == 0)
      continue;
    auto Word = State.Object.wordAt(P.I.Section, Literal);
    if (!Word)
      return Word.takeError();
    const int64_t Addend = static_cast<int32_t>(*Word);
    const Value Slot = {Value::Got, Value::Whole, R.Symbol, 0, 0};
    auto Relative = [&](Value V, uint64_t By, Value::FormType Form) {
      if (V.Form != Value::Whole || V.Kind == Value::Unknown)
        return Value();
      V.Offset += By;
      V.Form = Form;
      V.From = Form == Value::FromCode ? P.I.Section : 0;
      return V;
    };
    switch (R.Type) {
    case ELF::R_ARM_REL32:
      return Relative(State.addressOf(R.Symbol, Addend), -Literal, Value::FromCode);
    case ELF::R_ARM_GOT_PREL:
      return Relative(Slot, Addend - Literal, Value::FromCode);
    case ELF::R_ARM_BASE_PREL:
      return Relative({Value::GotStart, Value::Whole, 0, 0, 0}, Addend - Literal, Value::FromCode);
    case ELF::R_ARM_GOT_BREL:
      return Relative(Slot, Addend, Value::FromGot);
    case ELF::R_ARM_GOTOFF32:
      return Relative(State.addressOf(R.Symbol, Addend), 0, Value::FromGot);
    default:
      break;
    }
  }
  return State.load(Value::section(P.I.Section, Literal), 4);
}

/// The operand of movw and movt: half of an address where there is a relocation.
Value ArmSemantics::half(const Plain &P, unsigned N) const {
  if (P.I.Relocations.empty())
    return Value::number(P.imm(N));
  const ObjectRelocation &R = *P.I.Relocations.front();
  const int64_t Addend = signExtended(P.imm(N), 16);
  Value V = State.addressOf(R.Symbol, Addend);
  switch (R.Type) {
  case ELF::R_ARM_MOVW_ABS_NC:
  case ELF::R_ARM_MOVT_ABS:
  case ELF::R_ARM_THM_MOVW_ABS_NC:
  case ELF::R_ARM_THM_MOVT_ABS:
    break;
  case ELF::R_ARM_MOVW_PREL_NC:
  case ELF::R_ARM_MOVT_PREL:
  case ELF::R_ARM_THM_MOVW_PREL_NC:
  case ELF::R_ARM_THM_MOVT_PREL:
    // From each of the two instructions, whose addends make up for the distance between them.
    if (V.Kind == Value::Unknown)
      return {};
    V.Offset -= P.I.Offset;
    V.From = P.I.Section + 1;
    break;
  default:
    return {};
  }
  V.Form = Value::Upper;
  return V;
}

bool ArmSemantics::stepMove(const Plain &P) {
  StringRef Name = P.Name;
  if (Name == "MOVi16" && P.IsImm(1)) {
    set(P.reg(0), half(P, 1));
  } else if (Name == "MOVTi16" && P.IsImm(2)) {
    const Value Low = get(P.reg(1)), High = half(P, 2);
    Value V;
    if (High.Form == Value::Upper && Low.hasBaseOf(High)) {
      V = Low;
      V.Form = High.From ? Value::FromCode : Value::Whole;
      V.From = High.From ? High.From - 1 : 0;
    } else if (High.isNumber() && Low.isNumber()) {
      V = Value::number((Low.Offset & 0xffff) | High.Offset << 16);
    }
    set(P.reg(0), V);
  } else if ((Name == "MOVi8" || Name == "MOVi" || Name == "MOVr" || Name == "MOVSr") &&
             P.Operands.size() == 2) {
    if (P.reg(0) == Pc)
      return false;
    const Value V = operand(P, 1);
    set(P.reg(0), V);
    if (P.SetsFlags || Name == "MOVSr")
      State.Flags = flagsOfResult(V, 32);
  } else if (Name == "MVNi" && P.IsImm(1)) {
    const Value V = operand(P, 1);
    set(P.reg(0), Value::number(static_cast<uint32_t>(~V.Offset)));
    if (P.SetsFlags)
      State.Flags = {};
  } else {
    return false;
  }
  return true;
}

bool ArmSemantics::stepArithmetic(const Plain &P) {
  StringRef Name = P.Name;
  if ((Name.starts_with("CMP") || Name.starts_with("TST")) && P.Operands.size() == 2) {
    const Value A = operand(P, 0), B = operand(P, 1);
    if (Name.starts_with("CMP"))
      State.Flags = compared(A, B, 32);
    else
      State.Flags = A.isNumber() && B.isNumber()
                        ? flagsOfResult(Value::number(A.Offset & B.Offset), 32)
                        : ConditionFlags();
    return true;
  }
  if (P.Operands.size() != 3 || !P.IsReg(0) || !P.IsReg(1) || P.reg(0) == Pc)
    return false;
  static const StringSet<> Scaled = {"ADDspi", "SUBspi", "ADDrSPi"};
  static const StringSet<> Forms = {
      "ADDri",    "ADDri12",    "ADDi3",      "ADDi8",   "ADDrr", "ADDhirr", "ADDspi", "ADDrSPi",
      "ADDspImm", "ADDspImm12", "SUBri",      "SUBri12", "SUBi3", "SUBi8",   "SUBrr",  "SUBspi",
      "SUBspImm", "MUL",        "SUBspImm12", "ASRri",   "LSLri", "LSRri"};
  if (!Forms.contains(Name))
    return false;
  const Value A = operand(P, 1);
  Value B = operand(P, 2);
  if (Name.ends_with("12"))
    B = Value::number(P.imm(2)); // as it is
  if (Scaled.contains(Name))
    B = Value::number(4 * P.imm(2));
  Value Result;
  ConditionFlags Flags;
  if (Name.starts_with("ADD")) {
    Result = State.sum(A, B);
    Flags.Zero = flagsOfResult(Result, 32).Zero;
  } else if (Name.starts_with("SUB")) {
    Result = State.difference(A, B);
    Flags = compared(A, B, 32);
  } else if (A.isNumber() && B.isNumber()) {
    const unsigned Distance = B.Offset & 31;
    if (Name == "MUL")
      Result = Value::number(A.Offset * B.Offset);
    else if (Distance && Name == "LSLri")
      Result = Value::number(A.Offset << Distance);
    else if (Distance && Name == "LSRri")
      Result = Value::number(lowBits(A.Offset, 32) >> Distance);
    else if (Distance)
      Result = Value::number(signExtended(A.Offset, 32) >> Distance);
    Flags = flagsOfResult(Result, 32);
  }
  set(P.reg(0), Result);
  if (P.SetsFlags)
    State.Flags = Flags;
  return true;
}

/// push, pop, ldm, stm.
Expected<bool> ArmSemantics::stepMultiple(const Plain &P, Jump &To) {
  StringRef Name = P.Name;
  MCRegister Base = Sp;
  unsigned First = 0;
  int64_t Before = 0;
  bool IsLoad = Name == "POP", WritesBack = true, Downwards = Name == "PUSH";
  if (Name != "POP" && Name != "PUSH") {
    IsLoad = Name.starts_with("LDM");
    if (!IsLoad && !Name.starts_with("STM"))
      return false;
    StringRef Form = Name.drop_front(3);
    WritesBack = Form.consume_back("_UPD");
    Downwards = Form == "DB";
    if (Form != "IA" && Form != "DB" && Form != "IB")
      return false;
    Before = Form == "IB" ? 4 : 0;
    Base = P.reg(0);
    First = WritesBack ? 2 : 1;
  }
  const unsigned Count = P.Operands.size() - First;
  const Value Start = State.sum(get(Base), Value::number(Downwards ? -4 * int64_t(Count) : Before));
  const Value End = State.sum(get(Base), Value::number((Downwards ? -4 : 4) * int64_t(Count)));
  SmallVector<std::pair<MCRegister, Value>, 8> Loaded;
  for (unsigned N = 0; N < Count; ++N) {
    const Value At = State.sum(Start, Value::number(4 * N));
    const MCRegister R = P.reg(First + N);
    if (!IsLoad) {
      if (Error E = State.store(At, 4, get(R)))
        return E;
      continue;
    }
    auto V = State.load(At, 4);
    if (!V)
      return V.takeError();
    Loaded.push_back({R, *V});
  }
  if (WritesBack)
    set(Base, End);
  for (const auto &[R, V] : Loaded)
    if (R == Pc)
      To = V;
    else
      set(R, V);
  return true;
}

/// One word or a part of it.
Expected<bool> ArmSemantics::stepMemory(const Plain &P, Jump &To) {
  StringRef Name = P.Name;
  const bool IsLoad = Name.consume_front("LDR");
  if (!IsLoad && !Name.consume_front("STR"))
    return false;
  if (Name.starts_with("D"))
    return false;
  const unsigned Size = Name.consume_front("B") ? 1 : Name.consume_front("H") ? 2 : 4;
  const MCRegister R = P.reg(0);
  auto Load = [&](const Expected<Value> &V) {
    if (R == Pc)
      To = *V;
    else
      set(R, *V);
  };
  if (IsLoad && (Name == "pci" || (Name == "i12" && P.IsReg(1) && P.reg(1) == Pc))) {
    const uint64_t Aligned = (P.I.Offset + (P.IsThumb ? 4 : 8)) & ~uint64_t(3);
    auto V = loadLiteral(P, Aligned + P.imm(Name == "pci" ? 1 : 2));
    if (!V)
      return V.takeError();
    Load(V);
    return true;
  }
  const bool Pre = Name == "_PRE" || Name == "_PRE_IMM",
             Post = Name == "_POST" || Name == "_POST_IMM";
  static const StringSet<> Forms = {"spi", "i", "i12", "i8", "r", "rs"};
  if (!Pre && !Post && !Forms.contains(Name))
    return false;
  // A store names the new base first, a load the register that it loads.
  const MCRegister Moved = P.reg(Pre || Post ? (IsLoad ? 0 : 1) : 0);
  const unsigned BaseAt = Pre || Post ? 2 : 1;
  if (!P.IsReg(BaseAt))
    return false;
  Value Distance;
  const unsigned Last = P.Operands.size() - 1;
  if (Name == "r" || (Name == "rs" && P.IsImm(3) && (P.imm(3) & 0x1fff) == 0))
    Distance = get(P.reg(2));   // not shifted
  else if (Name == "_POST_IMM") // eight or twelve bits, and the sign
    Distance = Value::number((P.imm(Last) >> 12 & 1 ? -1 : 1) * (P.imm(Last) & 0xfff));
  else if (Name != "rs" && P.IsImm(Last))
    Distance = Value::number(P.imm(Last) * (Name == "spi" ? 4 : Name == "i" ? Size : 1));
  const Value Base = get(P.reg(BaseAt)), New = State.sum(Base, Distance);
  const Value Address = Post ? Base : New;
  if (IsLoad) {
    auto V = State.load(Address, Size);
    if (!V)
      return V.takeError();
    Load(V);
  } else if (Error E = State.store(Address, Size, read(P, Moved))) {
    return E;
  }
  if (Pre || Post)
    set(P.reg(BaseAt), New);
  return true;
}

/// Two words.
Expected<bool> ArmSemantics::stepPair(const Plain &P) {
  StringRef Name = P.Name;
  const bool IsLoad = Name.starts_with("LDRD");
  if (!IsLoad && !Name.starts_with("STRD"))
    return false;
  Name = Name.drop_front(4);
  const bool Pre = Name == "_PRE", Post = Name == "_POST";
  if (!Pre && !Post && Name != "" && Name != "i8")
    return false;
  // The new base of a store comes first, that of a load behind the two registers.
  const unsigned First = (Pre || Post) && !IsLoad ? 1 : 0;
  const unsigned BaseAt = Pre || Post ? 3 : 2, Last = P.Operands.size() - 1;
  if (!P.IsReg(BaseAt) || !P.IsImm(Last))
    return false;
  int64_t Distance = P.imm(Last);
  if (!P.IsThumb) { // eight bits and the sign
    if (P.IsReg(BaseAt + 1) && P.reg(BaseAt + 1))
      return false;
    Distance = (Distance >> 8 & 1 ? -1 : 1) * (Distance & 255);
  }
  const Value Base = get(P.reg(BaseAt)), New = State.sum(Base, Value::number(Distance));
  for (unsigned N : {0, 1}) {
    const MCRegister R = P.reg(First + N);
    const Value At = State.sum(Post ? Base : New, Value::number(4 * N));
    if (IsLoad) {
      auto V = State.load(At, 4);
      if (!V)
        return V.takeError();
      set(R, *V);
    } else if (Error E = State.store(At, 4, get(R))) {
      return E;
    }
  }
  if (Pre || Post)
    set(P.reg(BaseAt), New);
  return true;
}

Expected<std::optional<Jump>> ArmSemantics::stepBranch(const Plain &P) {
  StringRef Name = P.Name;
  if ((Name == "B" || Name == "Bcc") && P.IsImm(0))
    return Jump(target(P, 0));
  if (Name == "BX" && P.IsReg(0))
    return Jump(get(P.reg(0)));
  if (Name == "BX_RET" || Name == "MOVPCLR")
    return Jump(get(Lr));
  if (Name == "MOVr" && P.IsReg(1) && P.reg(0) == Pc)
    return Jump(get(P.reg(1)));
  if (Name == "CBZ" || Name == "CBNZ") {
    const std::optional<bool> IsZero = areEqual(get(P.reg(0)), Value::number(0));
    if (!IsZero)
      return refuse("branches on a condition that is not known");
    return *IsZero == (Name == "CBZ") ? Jump(target(P, 1)) : Jump();
  }
  if (Name != "BL" && Name != "BL_pred" && Name != "BLXi" && Name != "BLXr" && Name != "BLX")
    return std::nullopt;
  if (Name == "BLXi" && P.I.Relocations.empty())
    return std::nullopt;
  const Value To = P.IsReg(0) ? get(P.reg(0)) : target(P, 0);
  set(Lr, Value::section(P.I.Section, P.I.end() | P.IsThumb));
  return Jump(To);
}

Expected<Jump> ArmSemantics::step(const Instruction &I) {
  const MCInstrDesc &Desc = M.describe(I.Inst);
  StringRef Name = I.Name;
  const bool IsThumb = Name.consume_front("t2") || Name.consume_front("t");
  Plain P = {I, Name, IsThumb, {}, false};
  std::optional<bool> Happens = true;
  for (unsigned N = 0; N < I.size(); ++N) {
    const MCOperandInfo *Info = N < Desc.getNumOperands() ? &Desc.operands()[N] : nullptr;
    if (Info && Info->isPredicate()) {
      if (I.isImm(N))
        Happens = holds(I.imm(N));
    } else if (Info && Info->isOptionalDef()) {
      P.SetsFlags = I.isReg(N) && I.reg(N);
    } else {
      P.Operands.push_back(I.Inst.getOperand(N));
    }
  }
  static const StringSet<> Harmless = {"HINT", "PACBTI", "BTI", "PAC", "AUT", "IT"};
  if (Harmless.contains(Name))
    return std::nullopt;
  if (!Happens)
    return refuse(M.changesControlFlow(I.Inst) ? "branches on a condition that is not known"
                                               : "does something under a condition");
  if (!*Happens)
    return std::nullopt;
  auto Branch = stepBranch(P);
  if (!Branch)
    return Branch.takeError();
  if (*Branch)
    return **Branch;
  if (stepMove(P) || stepArithmetic(P))
    return std::nullopt;
  Jump To;
  for (auto Step : {&ArmSemantics::stepMultiple, &ArmSemantics::stepMemory}) {
    auto Done = (this->*Step)(P, To);
    if (!Done)
      return Done.takeError();
    if (*Done)
      return To;
  }
  auto Done = stepPair(P);
  if (!Done)
    return Done.takeError();
  return *Done ? Expected<Jump>(std::nullopt) : stepUnknown(I);
}

Expected<Value> ArmSemantics::leave() {
  const Value To = get(Lr);
  State.forgetBelow(get(Sp));
  SmallVector<MCRegister, 12> Kept = {Sp};
  for (unsigned N = 4; N <= 11; ++N)
    Kept.push_back(named(("R" + Twine(N)).str()));
  keepOnly(Kept);
  return To;
}

} // namespace

std::unique_ptr<Semantics> createArmSemantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<ArmSemantics>(M, State);
}

} // namespace etprune
