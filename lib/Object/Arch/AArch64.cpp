// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM names an instruction by operation, register and operands: ADDXri has 64-bit registers (X; W
// has 32 bits) and an immediate. LDRWui has an unsigned offset, STPXpre is pre-indexed.

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

/// Decodes the immediate of a logical instruction: a rotated run of ones in 2 to 64 bits, which is
/// repeated until `Bits` bits are filled. None if the encoding is invalid.
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

class AArch64Semantics : public Semantics {
public:
  AArch64Semantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State,
                  {"SP",
                   "LR",
                   {"X0", "X1"},
                   {"FP", "X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28"},
                   "XZR"}) {}

private:
  bool execute(const Instruction &I) override {
    return llvm::is_contained({"HINT", "PACIASP", "AUTIASP", "DMB"}, I.Name) || stepBranch(I) ||
           stepAddress(I) || stepConstant(I) || stepAcquire(I) || stepMemory(I) ||
           stepBitfield(I) || stepArithmetic(I) || stepCondition(I) || stepVector(I);
  }

  Value read(MCRegister R) const { return asRead(R, get(R)); }
  bool write(MCRegister R, const Value &V) { return set(R, asRead(R, V)); }
  /// `V`, cut to the size of register `R`. If `R` has 32 bits, an address becomes an unknown value,
  /// because only half of the address fits.
  Value asRead(MCRegister R, const Value &V) const {
    return M.bits(R) == 32 ? extended(V, 32, /*IsSigned=*/false) : V;
  }

  /// The shifted value of register `R`. The lower six bits of `Encoded` are the distance. The bits
  /// above are the kind of shift.
  Value shifted(MCRegister R, uint64_t Encoded) const {
    constexpr Operation Shifts[] = {Operation::Shl, Operation::Shr, Operation::Sar};
    const uint64_t Distance = Encoded & 63, Kind = Encoded >> 6;
    if (Distance == 0)
      return read(R);
    return Kind < 3 ? compute(Shifts[Kind], read(R), Value::number(Distance), M.bits(R)).Result
                    : Value();
  }

  /// `Base` holds the upper part of an address, and the instruction adds the lower part. Returns
  /// the whole address.
  Value lowPart(const Instruction &I, MCRegister Base) const {
    constexpr uint32_t Direct[] = {
        ELF::R_AARCH64_ADD_ABS_LO12_NC,    ELF::R_AARCH64_LDST8_ABS_LO12_NC,
        ELF::R_AARCH64_LDST16_ABS_LO12_NC, ELF::R_AARCH64_LDST32_ABS_LO12_NC,
        ELF::R_AARCH64_LDST64_ABS_LO12_NC, ELF::R_AARCH64_LDST128_ABS_LO12_NC};
    const ObjectRelocation &R = *I.Relocations.front();
    Value Address;
    if (llvm::is_contained(Direct, R.Type))
      Address = State.addressOf(R.Symbol, R.Addend);
    else if (R.Type == ELF::R_AARCH64_LD64_GOT_LO12_NC)
      Address = Value::got(R.Symbol, R.Addend);
    return completed(get(Base), Address);
  }

  bool stepAddress(const Instruction &I) {
    if (I.Name == "ADDXri" && !I.Relocations.empty())
      return write(I.reg(0), lowPart(I, I.reg(1)));
    if (I.Name != "ADRP" && I.Name != "ADR")
      return false;
    Value V;
    if (!I.Relocations.empty()) {
      const ObjectRelocation &R = *I.Relocations.front();
      if (R.Type == ELF::R_AARCH64_ADR_GOT_PAGE)
        V = Value::got(R.Symbol, R.Addend);
      else if (R.Type == ELF::R_AARCH64_ADR_PREL_PG_HI21 ||
               R.Type == ELF::R_AARCH64_ADR_PREL_PG_HI21_NC ||
               R.Type == ELF::R_AARCH64_ADR_PREL_LO21)
        V = State.addressOf(R.Symbol, R.Addend);
      if (I.Name == "ADRP")
        V.IsUpper = true;
    }
    return write(I.reg(0), V);
  }

  bool stepConstant(const Instruction &I) {
    StringRef Name = I.Name;
    if (!I.Relocations.empty() || !Name.consume_front("MOV") ||
        !(Name.consume_back("Xi") || Name.consume_back("Wi")))
      return false;
    const unsigned First = Name == "K" ? 2 : 1; // operand 1 of MOVK is the register's old value
    const uint64_t Part = uint64_t(I.imm(First)) << I.imm(First + 1);
    Value Result;
    if (Name == "Z" || Name == "N")
      Result = Value::number(Name == "N" ? ~Part : Part);
    else if (const Value Old = read(I.reg(1)); Old.isNumber())
      Result = Value::number((Old.Offset & ~(uint64_t(0xffff) << I.imm(3))) | Part);
    return write(I.reg(0), Result);
  }

  /// SBFM and UBFM: shifts and extensions are encoded as bit-field moves.
  bool stepBitfield(const Instruction &I) {
    if (!llvm::is_contained({"SBFMXri", "UBFMXri", "SBFMWri", "UBFMWri"}, I.Name))
      return false;
    const Value V = read(I.reg(1));
    const unsigned Bits = M.bits(I.reg(0)), R = I.imm(2), S = I.imm(3);
    if (!V.isNumber())
      return write(I.reg(0), {});
    uint64_t N =
        S >= R ? lowBits(V.Offset >> R, S - R + 1) : lowBits(V.Offset, S + 1) << (Bits - R);
    if (I.Name.starts_with("S"))
      N = signExtended(N, S + 1 - R + (S >= R ? 0 : Bits));
    return write(I.reg(0), Value::number(lowBits(N, Bits)));
  }

  bool stepArithmetic(const Instruction &I) {
    StringRef Name = I.Name;
    const unsigned Bits = I.isReg(0) ? M.bits(I.reg(0)) : 0;
    // Compilers use MADD or SDIV to divide a pointer difference by the element size. MADD then
    // multiplies by the inverse.
    if (Name == "MADDXrrr" || Name == "MADDWrrr") {
      const Value A = read(I.reg(1)), B = read(I.reg(2)), C = read(I.reg(3));
      return write(I.reg(0), State.sum(compute(Operation::Mul, A, B, Bits).Result, C));
    }
    if (Name == "SDIVXr")
      return write(I.reg(0), quotient(read(I.reg(1)), read(I.reg(2))));
    StringRef OpName = Name.take_until([](char C) { return C == 'X' || C == 'W'; });
    StringRef Form = Name.drop_front(std::min(Name.size(), OpName.size() + 1));
    const bool SetsFlags = OpName.size() == 4 && OpName.consume_back("S");
    const Operation Op = operationNamed(OpName);
    const bool IsLogical = Op != Operation::Add && Op != Operation::Sub;
    if (Op == Operation::None || (Form != "ri" && Form != "rs"))
      return false;
    Value B;
    if (Form == "rs")
      B = shifted(I.reg(2), I.imm(3));
    else if (!IsLogical)
      B = Value::number(uint64_t(I.imm(2)) << I.imm(3));
    else if (auto N = logicalImmediate(I.imm(2), Bits))
      B = Value::number(*N);
    Computed C = compute(Op, read(I.reg(1)), B, Bits);
    if (IsLogical && C.Result.isNumber())
      C.Flags.Carry = C.Flags.Overflow = false;
    if (SetsFlags)
      State.Flags = C.Flags;
    return write(I.reg(0), C.Result);
  }

  bool stepMemory(const Instruction &I) {
    StringRef Name = I.Name;
    const bool IsLoad = Name.consume_front("LD");
    if (!IsLoad && !Name.consume_front("ST"))
      return false;
    const bool IsPair = Name.consume_front("P");
    if (!IsPair && !Name.consume_front("UR") && !Name.consume_front("R"))
      return false;
    const bool IsSigned = Name.starts_with("SW");
    static const std::pair<StringLiteral, unsigned> Kinds[] = {
        {"SW", 4}, {"BB", 1}, {"HH", 2}, {"X", 8}, {"W", 4}, {"Q", 16}, {"D", 8}, {"S", 4}};
    unsigned Size = 0;
    for (const auto &[Kind, Bytes] : Kinds)
      if (!Size && Name.consume_front(Kind))
        Size = Bytes;
    if (!Size)
      return false;
    if (Name == "l" && IsLoad) { // a literal in the code
      return loadWords(I.reg(0), branchTarget(I), Size);
    }
    if (Name == "roX" && !IsPair && Size <= 8 && I.isImm(4)) { // base and index registers
      const Value Shift = Value::number(I.imm(4) ? Log2_32(Size) : 0);
      const Value Distance = compute(Operation::Shl, get(I.reg(2)), Shift, 64).Result;
      const Value Address = I.imm(3) == 0 ? State.sum(get(I.reg(1)), Distance) : Value();
      return access(I.reg(0), Address, Size, IsLoad, IsSigned);
    }
    const bool Pre = Name == "pre", Post = Name == "post";
    if (!Pre && !Post && Name != "ui" && Name != "i")
      return false;
    // Operands: the new base (only with Pre or Post), one or two data registers, the old base, and
    // the distance.
    const unsigned First = Pre || Post, Count = IsPair ? 2 : 1, BaseAt = First + Count;
    if (!I.isImm(BaseAt + 1))
      return false;
    const MCRegister Base = I.reg(BaseAt);
    const bool IsScaled = IsPair || Name == "ui";
    const Value Distance = Value::number(I.imm(BaseAt + 1) * (IsScaled ? Size : 1));
    const Value Moved = State.sum(get(Base), Distance);
    const Value Address = !I.Relocations.empty() ? lowPart(I, Base) : Post ? get(Base) : Moved;
    for (unsigned N = 0; N < Count; ++N)
      access(I.reg(First + N), State.sum(Address, Value::number(N * Size)), Size, IsLoad, IsSigned);
    return !(Pre || Post) || set(Base, Moved);
  }

  bool access(MCRegister R, const Value &Address, unsigned Size, bool IsLoad, bool IsSigned) {
    if (Size == 16)
      return IsLoad ? loadWords(R, Address, Size) : storeWords(R, Address, Size);
    if (!IsLoad)
      return store(Address, Size, get(R));
    const Value Loaded = load(Address, Size);
    State.forget(M.whole(R));
    return set(R, IsSigned ? extended(Loaded, 32, /*IsSigned=*/true) : Loaded);
  }

  /// Load-acquire instructions, with which compilers read the guard of a local static variable.
  bool stepAcquire(const Instruction &I) {
    StringRef Name = I.Name;
    const unsigned Size =
        Name.consume_front("LDAR") || Name.consume_front("LDAPR") ? sizeNamed(Name) : 0;
    return Size && write(I.reg(0), load(get(I.reg(1)), Size));
  }

  /// csel and csinc. The assembler encodes cset as csinc.
  bool stepCondition(const Instruction &I) {
    const bool Adds = I.Name == "CSINCXr" || I.Name == "CSINCWr";
    if (!Adds && I.Name != "CSELXr" && I.Name != "CSELWr")
      return false;
    const std::optional<bool> Holds = holds(I.imm(3), State.Flags);
    return write(I.reg(0), !Holds   ? Value()
                           : *Holds ? read(I.reg(1))
                                    : State.sum(read(I.reg(2)), Value::number(Adds)));
  }

  bool stepVector(const Instruction &I) {
    if (I.Name == "FMOVXDr")
      return setLanes(I.reg(0), read(I.reg(1)), Value::number(0));
    if (I.Name == "FMOVDXr")
      return write(I.reg(0), get(I.reg(1)));
    if (I.Name == "INSvi64gpr")
      return set(I.reg(0), read(I.reg(3)), I.imm(2) & 1);
    if (I.Name == "INSvi64lane")
      return set(I.reg(0), get(I.reg(3), I.imm(4) & 1), I.imm(2) & 1);
    if (I.Name == "DUPv2i64gpr")
      return setLanes(I.reg(0), read(I.reg(1)), read(I.reg(1)));
    if (I.Name.starts_with("MOVI") && I.imm(1) == 0)
      return setLanes(I.reg(0), Value::number(0), Value::number(0));
    return I.Name == "ZIP1v2i64" && setLanes(I.reg(0), get(I.reg(1)), get(I.reg(2)));
  }

  bool stepBranch(const Instruction &I) {
    StringRef Name = I.Name;
    if (Name == "RET" || Name == "BR")
      return jump(get(I.reg(0)));
    if (Name == "RETAA" || Name == "RETAB")
      return jump(get(Link));
    if (Name == "B")
      return jump(branchTarget(I));
    if (Name == "BL" || Name == "BLR") {
      const Value To = Name == "BL" ? branchTarget(I) : get(I.reg(0));
      set(Link, Value::section(I.Section, I.end()));
      return jump(To);
    }
    if (Name == "Bcc")
      return jumpIf(holds(I.imm(0), State.Flags), branchTarget(I));
    if (!llvm::is_contained({"CBZX", "CBZW", "CBNZX", "CBNZW"}, Name) && !Name.starts_with("TBZ") &&
        !Name.starts_with("TBNZ"))
      return false;
    Value V = read(I.reg(0));
    if (Name.starts_with("T")) // TBZ and TBNZ test one bit of the register
      V = V.isNumber() ? Value::number(V.Offset >> I.imm(1) & 1) : Value();
    return jumpIf(isZero(Name.contains('N'), V), branchTarget(I));
  }
};

class AArch64 : public Arch {
public:
  AArch64() : Arch(ELF::EM_AARCH64, "AArch64") {
    ToolPrefixes = {"aarch64-linux-gnu-", "aarch64-none-elf-"};
    Emulation = "aarch64elf";
    HelperPrefixes = {"__aarch64_"};
    Absolute64 = ELF::R_AARCH64_ABS64; // no Absolute32: ILP32 is not supported
    WordForms = {{ELF::R_AARCH64_ABS64, 8},
                 {ELF::R_AARCH64_ABS32, 4},
                 {ELF::R_AARCH64_PREL64, 8, true},
                 {ELF::R_AARCH64_PREL32, 4, true}};
  }

  bool isOf(const Triple &T) const override { return T.isAArch64(); }
  std::optional<CodeReader> codeReader(bool, bool) const override {
    return CodeReader{ET_INITIALIZE_TARGET(AArch64),
                      "aarch64",
                      "+all",
                      {"X#", "FP", "LR", "SP", "XZR", "Z#"},
                      makeSemantics<AArch64Semantics>};
  }
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool) const override {
    CodeFragment Code;
    Code.emit(0xd503245f, 4); // bti c
    Code.relocate(ELF::R_AARCH64_ADR_PREL_PG_HI21, Pointer);
    Code.emit(0x90000000, 4); // adrp x0, pointer
    Code.relocate(ELF::R_AARCH64_ADD_ABS_LO12_NC, Pointer);
    Code.emit(0x91000000, 4);                          // add x0, x0, :lo12:pointer
    Code.emit(0xd2800001 | (Number & 0xffff) << 5, 4); // mov x1, number
    Code.emit(0xf2a00001 | (Number >> 16) << 5, 4);    // movk x1, number >> 16, lsl 16
    Code.relocate(ELF::R_AARCH64_JUMP26, Function);
    Code.emit(0x14000000, 4); // b function
    return Code;
  }
};

} // namespace

ET_DEFINE_MACHINE(AArch64)

} // namespace etprune
