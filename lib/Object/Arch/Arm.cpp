// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction sets Arm and Thumb. et-prune cannot follow static initialisers that have
// position-independent code, so they stay in the image. LLVM's names of Thumb instructions begin
// with "t" (16 bits) or "t2" (32 bits). Most instructions have operands for the condition and for
// setting the flags; execute() first removes these operands.

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class ArmSemantics : public Semantics {
public:
  ArmSemantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State,
                  {"SP", "LR", {"R0", "R1"}, {"R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11"}}),
        Pc(named("PC")) {}

private:
  bool execute(const Instruction &I) override {
    Instruction Plain = I;
    IsThumb = Plain.Name.consume_front("t2") || Plain.Name.consume_front("t");
    SetsFlags = false;
    Plain.Inst.clear();
    std::optional<bool> Happens = true;
    for (unsigned N = 0; N < I.size(); ++N) {
      const MCOperandInfo *Info = N < I.Desc->getNumOperands() ? &I.Desc->operands()[N] : nullptr;
      if (Info && Info->isPredicate()) {
        if (I.isImm(N))
          Happens = holds(I.imm(N), State.Flags);
      } else if (Info && Info->isOptionalDef()) {
        SetsFlags = I.isReg(N) && I.reg(N);
      } else {
        Plain.Inst.addOperand(I.Inst.getOperand(N));
      }
    }
    if (llvm::is_contained({"HINT", "PACBTI", "BTI", "PAC", "AUT", "IT", "DMB"}, Plain.Name))
      return true;
    if (!Happens)
      return refuse(M.changesControlFlow(I)
                        ? "branches on a condition that et-prune cannot determine"
                        : "executes an instruction under an unknown condition");
    return !*Happens || stepBranch(Plain) || stepMove(Plain) || stepArithmetic(Plain) ||
           stepMultiple(Plain) || stepMemory(Plain) || stepPair(Plain);
  }

  // In all following functions, the instruction has no condition and its name has no prefix,
  // because execute() removed both.

  Value operand(const Instruction &I, unsigned N) const {
    if (I.isReg(N))
      return read(I, I.reg(N));
    if (!I.isImm(N))
      return {};
    const uint32_t Encoded = I.imm(N); // Arm encodes the number as eight bits and a rotation
    return Value::number(IsThumb ? Encoded : rotr<uint32_t>(Encoded & 255, Encoded >> 7 & 30));
  }

  /// The target of a branch; the lowest bit is 1 for Thumb code. Operand `N` is the addend if the
  /// instruction has a relocation, else the distance. Function symbols' values include the lowest
  /// bit; other symbols' values do not.
  Value target(const Instruction &I, unsigned N) const {
    if (I.Relocations.empty())
      return Value::section(I.Section, (counter(I) + I.imm(N)) | IsThumb);
    const uint32_t Symbol = I.Relocations.front()->Symbol;
    Value V = State.addressOf(Symbol, counter(I) - I.Offset + I.imm(N));
    if (V.Kind == Value::Section && State.Object.Symbols[Symbol].Type != ELF::STT_FUNC)
      V.Offset |= IsThumb;
    return V;
  }

  /// The operand of movw or movt. If the instruction has a relocation, the operand is half of an
  /// address.
  Value half(const Instruction &I, unsigned N) const {
    if (I.Relocations.empty())
      return Value::number(I.imm(N));
    constexpr uint32_t Absolute[] = {ELF::R_ARM_MOVW_ABS_NC, ELF::R_ARM_MOVT_ABS,
                                     ELF::R_ARM_THM_MOVW_ABS_NC, ELF::R_ARM_THM_MOVT_ABS};
    const ObjectRelocation &R = *I.Relocations.front();
    if (!llvm::is_contained(Absolute, R.Type))
      return {};
    Value V = State.addressOf(R.Symbol, signExtended(I.imm(N), 16));
    V.IsUpper = true;
    return V;
  }

  bool stepMove(const Instruction &I) {
    StringRef Name = I.Name;
    if (Name == "MOVi16" && I.isImm(1))
      return set(I.reg(0), half(I, 1));
    if (Name == "MOVTi16" && I.isImm(2)) {
      const Value High = half(I, 2);
      Value V = get(I.reg(1));
      if (High.IsUpper && V.hasBaseOf(High))
        V.IsUpper = false;
      else if (High.isNumber() && V.isNumber())
        V = Value::number((V.Offset & 0xffff) | High.Offset << 16);
      else
        V = {};
      return set(I.reg(0), V);
    }
    if (llvm::is_contained({"MOVi8", "MOVi", "MOVr", "MOVSr"}, Name) && I.size() == 2 &&
        I.reg(0) != Pc) {
      const Value V = operand(I, 1);
      if (SetsFlags || Name == "MOVSr")
        State.Flags = flagsOfResult(V, 32);
      return set(I.reg(0), V);
    }
    if (Name != "MVNi" || !I.isImm(1))
      return false;
    if (SetsFlags)
      State.Flags = {};
    return set(I.reg(0), Value::number(static_cast<uint32_t>(~operand(I, 1).Offset)));
  }

  bool stepArithmetic(const Instruction &I) {
    StringRef Name = I.Name;
    if (I.size() == 2 && (Name.starts_with("CMP") || Name.starts_with("TST"))) {
      const Operation Op = Name.starts_with("CMP") ? Operation::Sub : Operation::And;
      State.Flags = compute(Op, operand(I, 0), operand(I, 1), 32).Flags;
      return true;
    }
    if ((Name == "UXTB" || Name == "UXTH") && (I.size() == 2 || (I.isImm(2) && I.imm(2) == 0)))
      return set(I.reg(0), extended(operand(I, 1), Name == "UXTB" ? 8 : 16, /*IsSigned=*/false));
    const Operation Op = operationNamed(Name.take_front(3));
    const StringRef Form = Name.substr(3);
    const bool IsKnown =
        Op <= Operation::Sub
            ? llvm::is_contained(
                  {"ri", "ri12", "i3", "i8", "rr", "hirr", "spi", "rSPi", "spImm", "spImm12"}, Form)
        : Op < Operation::Mul ? Form == "ri" || Form == "rr" || Form.empty()
                              : Form == (Op == Operation::Mul ? "" : "ri");
    if (Op == Operation::None || !IsKnown || I.size() != 3 || !I.isReg(0) || !I.isReg(1) ||
        I.reg(0) == Pc)
      return false;
    Value B = operand(I, 2);
    if (Name.ends_with("12"))
      B = Value::number(I.imm(2)); // a plain number of 12 bits
    else if (Name.ends_with("spi") || Name.ends_with("SPi"))
      B = Value::number(4 * I.imm(2));
    else if (Op > Operation::Mul && B.isNumber() && B.Offset % 32 == 0)
      B = {}; // lsr and asr encode the distance 32 as 0
    const Computed C = compute(Op, operand(I, 1), B, 32);
    if (SetsFlags)
      State.Flags = C.Flags;
    return set(I.reg(0), C.Result);
  }

  bool stepMultiple(const Instruction &I) {
    StringRef Name = I.Name;
    const bool IsStack = Name == "PUSH" || Name == "POP";
    if (IsStack)
      Name = Name == "PUSH" ? "STMDB_UPD" : "LDMIA_UPD";
    const bool IsLoad = Name.consume_front("LDM");
    if (!IsLoad && !Name.consume_front("STM"))
      return false;
    const bool WritesBack = Name.consume_back("_UPD"), Downwards = Name == "DB";
    if (!Downwards && Name != "IA" && Name != "IB")
      return false;
    const MCRegister Base = IsStack ? Sp : I.reg(0);
    const unsigned First = IsStack ? 0 : WritesBack ? 2 : 1, Count = I.size() - First;
    const int64_t Size = (Downwards ? -4 : 4) * int64_t(Count);
    const Value Start = State.sum(get(Base), Value::number(Downwards      ? Size
                                                           : Name == "IB" ? 4
                                                                          : 0));
    const Value End = State.sum(get(Base), Value::number(Size));
    SmallVector<std::pair<MCRegister, Value>, 8> Loaded;
    for (unsigned N = 0; N < Count; ++N) {
      const Value At = State.sum(Start, Value::number(4 * N));
      const MCRegister R = I.reg(First + N);
      if (IsLoad)
        Loaded.push_back({R, load(At, 4)});
      else
        store(At, 4, get(R));
    }
    if (WritesBack)
      set(Base, End);
    for (const auto &[R, V] : Loaded)
      write(R, V);
    return true;
  }

  bool stepMemory(const Instruction &I) {
    StringRef Name = I.Name;
    const bool IsLoad = Name.consume_front("LDR");
    if ((!IsLoad && !Name.consume_front("STR")) || Name.starts_with("D"))
      return false;
    const unsigned Size = Name.consume_front("B") ? 1 : Name.consume_front("H") ? 2 : 4;
    if (IsLoad && (Name == "pci" || (Name == "i12" && I.isReg(1) && I.reg(1) == Pc))) {
      const uint64_t Aligned = counter(I) & ~uint64_t(3); // the literal is in the code
      const uint64_t Literal = Aligned + I.imm(Name == "pci" ? 1 : 2);
      return write(I.reg(0), load(Value::section(I.Section, Literal), 4));
    }
    const bool Post = Name == "_POST" || Name == "_POST_IMM";
    const bool Updates = Post || Name == "_PRE" || Name == "_PRE_IMM";
    if (!Updates && !llvm::is_contained({"spi", "i", "i12", "i8", "r", "rs", "s"}, Name))
      return false;
    // A store that updates the base has the new base as its first operand. In other instructions,
    // the first operand is the data register.
    const MCRegister R = I.reg(Updates && !IsLoad ? 1 : 0);
    const unsigned BaseAt = Updates ? 2 : 1;
    if (!I.isReg(BaseAt))
      return false;
    Value Distance;
    const unsigned Last = I.size() - 1;
    const bool IsIndexed = Name == "rs" || Name == "s"; // the distance is a register with a shift
    if (Name == "r" || (IsIndexed && I.isImm(3) && (I.imm(3) & 0x1fff) == 0))
      Distance = get(I.reg(2));
    else if (Name == "_POST_IMM") // the distance has eight or twelve bits, and a sign
      Distance = Value::number((I.imm(Last) >> 12 & 1 ? -1 : 1) * (I.imm(Last) & 0xfff));
    else if (!IsIndexed && I.isImm(Last))
      Distance = Value::number(I.imm(Last) * (Name == "spi" ? 4 : Name == "i" ? Size : 1));
    const Value Base = get(I.reg(BaseAt)), New = State.sum(Base, Distance);
    if (IsLoad)
      write(R, load(Post ? Base : New, Size));
    else
      store(Post ? Base : New, Size, read(I, R));
    return !Updates || set(I.reg(BaseAt), New);
  }

  bool stepPair(const Instruction &I) {
    StringRef Name = I.Name;
    const bool IsLoad = Name.consume_front("LDRD");
    if (!IsLoad && !Name.consume_front("STRD"))
      return false;
    const bool Post = Name == "_POST", Updates = Post || Name == "_PRE";
    if (!Updates && !Name.empty() && Name != "i8")
      return false;
    // An instruction that updates the base also has an operand for the new base: operand 0 of a
    // store, operand 2 of a load.
    const unsigned First = Updates && !IsLoad ? 1 : 0, BaseAt = Updates ? 3 : 2,
                   Last = I.size() - 1;
    if (!I.isReg(BaseAt) || !I.isImm(Last))
      return false;
    int64_t Distance = I.imm(Last);
    if (!IsThumb) { // the distance has eight bits and a sign
      if (I.isReg(BaseAt + 1) && I.reg(BaseAt + 1))
        return false;
      Distance = (Distance >> 8 & 1 ? -1 : 1) * (Distance & 255);
    }
    const Value Base = get(I.reg(BaseAt)), New = State.sum(Base, Value::number(Distance));
    for (unsigned N : {0, 1}) {
      const MCRegister R = I.reg(First + N);
      const Value At = State.sum(Post ? Base : New, Value::number(4 * N));
      if (IsLoad)
        set(R, load(At, 4));
      else
        store(At, 4, get(R));
    }
    return !Updates || set(I.reg(BaseAt), New);
  }

  bool stepBranch(const Instruction &I) {
    StringRef Name = I.Name;
    if ((Name == "B" || Name == "Bcc") && I.isImm(0))
      return jump(target(I, 0));
    if (Name == "BX" && I.isReg(0))
      return jump(get(I.reg(0)));
    if (Name == "BX_RET" || Name == "MOVPCLR")
      return jump(get(Link));
    if (Name == "MOVr" && I.isReg(1) && I.reg(0) == Pc)
      return jump(get(I.reg(1)));
    if (Name == "CBZ" || Name == "CBNZ")
      return jumpIf(isZero(Name == "CBNZ", get(I.reg(0))), target(I, 1));
    if (!llvm::is_contained({"BL", "BL_pred", "BLXi", "BLXr", "BLX"}, Name) ||
        (Name == "BLXi" && I.Relocations.empty()))
      return false;
    const Value To = I.isReg(0) ? get(I.reg(0)) : target(I, 0);
    set(Link, Value::section(I.Section, I.end() | IsThumb));
    return jump(To);
  }

  /// The value that instruction `I` reads from the program counter, as an offset in the section.
  /// The program counter is 8 bytes ahead of an Arm instruction, 4 bytes ahead of a Thumb
  /// instruction.
  uint64_t counter(const Instruction &I) const { return I.Offset + (IsThumb ? 4 : 8); }
  Value read(const Instruction &I, MCRegister R) const {
    return R == Pc ? Value::section(I.Section, counter(I)) : get(R);
  }
  bool write(MCRegister R, const Value &V) { return R == Pc ? jump(V) : set(R, V); }

  const MCRegister Pc;
  bool IsThumb = false, SetsFlags = false; ///< of the current instruction
};

class Arm : public Arch {
public:
  Arm() : Arch(ELF::EM_ARM, "Arm") {
    ToolPrefixes = {"arm-none-eabi-"};
    Emulation = "armelf";
    HelperPrefixes = {"__aeabi_", "__arm_", "__gnu_"};
    Absolute32 = ELF::R_ARM_ABS32;
    WordForms = {{ELF::R_ARM_ABS32, 4}, {ELF::R_ARM_REL32, 4, true}};
    UsesRela = false;
    HasThumb = true;
    FlagsOfBitcode = ELF::EF_ARM_EABI_VER5;
  }

  bool isOf(const Triple &T) const override { return T.isARM() || T.isThumb(); }
  std::optional<CodeReader> codeReader(bool, bool IsThumb) const override {
    return CodeReader{ET_INITIALIZE_TARGET(ARM),
                      IsThumb ? "thumbv8.1m.main" : "armv7a",
                      IsThumb ? "+mve.fp,+fp64" : "",
                      {"R#", "SP", "LR", "PC", "D#"},
                      makeSemantics<ArmSemantics>};
  }
  /// Writes only 16-bit Thumb instructions, which every processor with Thumb can run.
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool PositionIndependent) const override {
    if (PositionIndependent)
      return std::nullopt;
    CodeFragment Code;
    Code.Labels = {{"$t", 0}, {"$d", 8}};
    Code.emit(0x4801, 2); // ldr r0, [pc, #4]
    Code.emit(0x4902, 2); // ldr r1, [pc, #8]
    Code.emit(0x4a02, 2); // ldr r2, [pc, #8]
    Code.emit(0x4710, 2); // bx r2
    Code.relocate(ELF::R_ARM_ABS32, Pointer);
    Code.emit(0, 4);
    Code.emit(Number, 4);
    Code.relocate(ELF::R_ARM_ABS32, Function);
    Code.emit(0, 4);
    return Code;
  }
};

} // namespace

ET_DEFINE_MACHINE(Arm)

} // namespace etprune
