// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RISC-V of 32 and 64 bits. A compressed instruction is one of the others with its operands in the
// same order, but for those that imply one.

#include "Object/Arch/Semantics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

class RiscvSemantics : public Semantics {
public:
  RiscvSemantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State), Zero(named("X0")), Ra(named("X1")), Sp(named("X2")) {
    Arguments = {named("X10").id(), named("X11").id()};
  }
  void start() override {
    set(Sp, Value::stack(0));
    set(Ra, {Value::Return, Value::Whole, 0, 0, 0});
  }
  Expected<Jump> step(const Instruction &I) override;
  Expected<Value> leave() override;

private:
  unsigned bits() const { return 8 * State.Word; }
  Value read(MCRegister R) const { return M.whole(R) == Zero ? Value::number(0) : get(R); }
  void write(MCRegister R, const Value &V) {
    if (M.whole(R) != Zero)
      set(R, V);
  }
  Value upper(const ObjectRelocation &R) const;
  std::optional<Value> low(const Instruction &I, MCRegister Base) const;
  Value compute(StringRef Operation, const Value &A, const Value &B) const;
  Expected<bool> stepMemory(const Instruction &I, StringRef Name);
  bool stepArithmetic(const Instruction &I, StringRef Name);
  Expected<std::optional<Jump>> stepBranch(const Instruction &I, StringRef Name);

  const MCRegister Zero, Ra, Sp;
};

/// The address whose upper part an instruction with this relocation makes.
Value RiscvSemantics::upper(const ObjectRelocation &R) const {
  switch (R.Type) {
  case ELF::R_RISCV_CALL:
  case ELF::R_RISCV_CALL_PLT: // of two instructions, the second of which adds nothing here
    return State.addressOf(R.Symbol, R.Addend);
  case ELF::R_RISCV_HI20:
  case ELF::R_RISCV_PCREL_HI20: {
    Value V = State.addressOf(R.Symbol, R.Addend);
    V.Form = Value::Upper;
    return V;
  }
  case ELF::R_RISCV_GOT_HI20:
    return {Value::Got, Value::Upper, R.Symbol, static_cast<uint64_t>(R.Addend), 0};
  default:
    return {};
  }
}

/// The address that the lower part completes, where the instruction has one.
std::optional<Value> RiscvSemantics::low(const Instruction &I, MCRegister Base) const {
  if (I.Relocations.empty())
    return std::nullopt;
  const ObjectRelocation &R = *I.Relocations.front();
  const Value Half = get(Base);
  Value Address;
  if (R.Type == ELF::R_RISCV_LO12_I || R.Type == ELF::R_RISCV_LO12_S) {
    Address = State.addressOf(R.Symbol, R.Addend);
  } else if (R.Type == ELF::R_RISCV_PCREL_LO12_I || R.Type == ELF::R_RISCV_PCREL_LO12_S) {
    // This one names the instruction that has the upper part.
    const ObjectSymbol &Label = State.Object.Symbols[R.Symbol];
    if (Label.Section != I.Section)
      return Value();
    for (const ObjectRelocation &Other : State.Object.Sections[I.Section].Relocations)
      if (Other.Offset == Label.Value && Other.Type != ELF::R_RISCV_RELAX)
        Address = upper(Other);
    Address.Form = Value::Whole;
  }
  return Half.Form == Value::Upper && Half.Kind == Address.Kind && Half.Base == Address.Base
             ? Address
             : Value();
}

Value RiscvSemantics::compute(StringRef Operation, const Value &A, const Value &B) const {
  if (Operation == "ADD")
    return State.sum(A, B);
  if (Operation == "SUB")
    return State.difference(A, B);
  if (!A.isNumber() || !B.isNumber())
    return {};
  const uint64_t L = A.Offset, R = B.Offset;
  const unsigned Shift = R & (bits() - 1);
  auto N = StringSwitch<std::optional<uint64_t>>(Operation)
               .Case("AND", L & R)
               .Case("OR", L | R)
               .Case("XOR", L ^ R)
               .Case("MUL", L * R)
               .Case("SLL", L << Shift)
               .Case("SRL", lowBits(L, bits()) >> Shift)
               .Case("SRA", signExtended(L, bits()) >> Shift)
               .Case("SLTU", lowBits(L, bits()) < lowBits(R, bits()))
               .Case("SLT", signExtended(L, bits()) < signExtended(R, bits()))
               .Case("ADDW", signExtended(L + R, 32))
               .Case("SUBW", signExtended(L - R, 32))
               .Default(std::nullopt);
  return N ? Value::number(*N) : Value();
}

bool RiscvSemantics::stepArithmetic(const Instruction &I, StringRef Name) {
  if (Name == "LUI" || Name == "AUIPC") {
    Value V;
    if (!I.Relocations.empty())
      V = upper(*I.Relocations.front());
    else if (Name == "LUI")
      V = Value::number(signExtended(uint64_t(I.imm(1)) << 12, 32));
    write(I.reg(0), V);
    return true;
  }
  if (Name == "LI" || Name == "MV") {
    write(I.reg(0), Name == "LI" ? Value::number(I.imm(1)) : read(I.reg(1)));
    return true;
  }
  StringRef Operation = StringSwitch<StringRef>(Name)
                            .Cases("ADDI", "ADD", "ADDI16SP", "ADDI4SPN", "ADD")
                            .Case("SUB", "SUB")
                            .Cases("ADDIW", "ADDW", "ADDW")
                            .Case("SUBW", "SUBW")
                            .Cases("SLLI", "SLL", "SLL")
                            .Cases("SRLI", "SRL", "SRL")
                            .Cases("SRAI", "SRA", "SRA")
                            .Cases("ANDI", "AND", "AND")
                            .Cases("ORI", "OR", "OR")
                            .Cases("XORI", "XOR", "XOR")
                            .Cases("SLTIU", "SLTU", "SLTU")
                            .Cases("SLTI", "SLT", "SLT")
                            .Case("MUL", "MUL")
                            .Default("");
  if (Operation.empty() || I.size() < 3 || !I.isReg(1))
    return false;
  if (auto Address = Operation == "ADD" ? low(I, I.reg(1)) : std::nullopt)
    write(I.reg(0), *Address);
  else
    write(I.reg(0), compute(Operation, read(I.reg(1)),
                            I.isImm(2) ? Value::number(I.imm(2)) : read(I.reg(2))));
  return true;
}

Expected<bool> RiscvSemantics::stepMemory(const Instruction &I, StringRef Name) {
  Name.consume_back("SP");
  const auto [Size, IsStore] = StringSwitch<std::pair<unsigned, bool>>(Name)
                                   .Case("LD", {8, false})
                                   .Cases("LW", "LWU", {4, false})
                                   .Cases("LH", "LHU", {2, false})
                                   .Cases("LB", "LBU", {1, false})
                                   .Case("SD", {8, true})
                                   .Case("SW", {4, true})
                                   .Case("SH", {2, true})
                                   .Case("SB", {1, true})
                                   .Default({0, false});
  if (!Size || I.size() < 3 || !I.isReg(1))
    return false;
  const std::optional<Value> Relocated = low(I, I.reg(1));
  if (!Relocated && !I.isImm(2))
    return false;
  const Value Address = Relocated ? *Relocated : State.sum(read(I.reg(1)), Value::number(I.imm(2)));
  if (IsStore) {
    if (Error E = State.store(Address, Size, read(I.reg(0))))
      return E;
    return true;
  }
  auto V = State.load(Address, Size);
  if (!V)
    return V.takeError();
  if (Size < State.Word)
    *V = V->isNumber()
             ? Value::number(Name.ends_with("U") ? V->Offset : signExtended(V->Offset, 8 * Size))
             : Value();
  write(I.reg(0), *V);
  return true;
}

Expected<std::optional<Jump>> RiscvSemantics::stepBranch(const Instruction &I, StringRef Name) {
  if (Name == "J")
    return Jump(branchTarget(I));
  if (Name == "JR")
    return Jump(read(I.reg(0)));
  if (Name == "JAL" || Name == "JALR") {
    const bool Short = I.size() == 1; // links to ra
    const MCRegister Link = Short ? Ra : I.reg(0);
    Value To;
    if (Name == "JAL")
      To = branchTarget(I);
    else
      To = Short ? read(I.reg(0)) : State.sum(read(I.reg(1)), Value::number(I.imm(2)));
    write(Link, Value::section(I.Section, I.end()));
    return Jump(To);
  }
  const bool WithZero = Name == "BEQZ" || Name == "BNEZ";
  StringRef Condition = WithZero ? Name.drop_back() : Name;
  const int Arm = StringSwitch<int>(Condition)
                      .Case("BEQ", 0)
                      .Case("BNE", 1)
                      .Case("BGEU", 2)
                      .Case("BLTU", 3)
                      .Case("BGE", 10)
                      .Case("BLT", 11)
                      .Default(-1);
  if (Arm < 0)
    return std::nullopt;
  State.Flags = compared(read(I.reg(0)), WithZero ? Value::number(0) : read(I.reg(1)), bits());
  const std::optional<bool> Taken = holds(Arm);
  State.Flags = {};
  if (!Taken)
    return refuse("branches on a condition that is not known");
  return *Taken ? Jump(branchTarget(I)) : Jump();
}

Expected<Jump> RiscvSemantics::step(const Instruction &I) {
  StringRef Name = I.Name;
  Name.consume_front("C_");
  if (Name == "NOP")
    return std::nullopt;
  auto Branch = stepBranch(I, Name);
  if (!Branch)
    return Branch.takeError();
  if (*Branch)
    return **Branch;
  auto Memory = stepMemory(I, Name);
  if (!Memory)
    return Memory.takeError();
  if (*Memory || stepArithmetic(I, Name))
    return std::nullopt;
  return stepUnknown(I);
}

Expected<Value> RiscvSemantics::leave() {
  const Value To = get(Ra);
  State.forgetBelow(get(Sp));
  SmallVector<MCRegister, 16> Kept = {Sp, named("X3"), named("X4"), named("X8"), named("X9")};
  for (unsigned N = 18; N <= 27; ++N)
    Kept.push_back(named(("X" + Twine(N)).str()));
  keepOnly(Kept);
  return To;
}

} // namespace

std::unique_ptr<Semantics> createRiscvSemantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<RiscvSemantics>(M, State);
}

} // namespace etprune
