// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RISC-V with 32 and 64 bits. A compressed instruction has the operands of its uncompressed form in
// the same order, without implied operands such as ra in c.jalr. So one rule can handle both forms.

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class RiscVSemantics : public Semantics {
public:
  RiscVSemantics(const Disassembler &M, CodeState &State)
      : Semantics(M, State,
                  {"X2",
                   "X1",
                   {"X10", "X11"},
                   {"X3", "X4", "X8", "X9", "X18", "X19", "X20", "X21", "X22", "X23", "X24", "X25",
                    "X26", "X27"},
                   "X0"}) {}

private:
  bool execute(const Instruction &I) override {
    StringRef Name = I.Name;
    Name.consume_front("C_");
    return Name == "NOP" || stepBranch(I, Name) || stepMemory(I, Name) || stepArithmetic(I, Name);
  }

  unsigned bits() const { return 8 * State.Word; }

  /// The address whose upper part an instruction with the relocation `R` loads.
  Value upper(const ObjectRelocation &R) const {
    switch (R.Type) {
    case ELF::R_RISCV_CALL:
    case ELF::R_RISCV_CALL_PLT: // for auipc and jalr. Here, auipc loads all bits, and jalr adds 0.
      return State.addressOf(R.Symbol, R.Addend);
    case ELF::R_RISCV_HI20:
    case ELF::R_RISCV_PCREL_HI20: {
      Value V = State.addressOf(R.Symbol, R.Addend);
      V.IsUpper = true;
      return V;
    }
    case ELF::R_RISCV_GOT_HI20:
      return Value::got(R.Symbol, R.Addend, /*IsUpper=*/true);
    default:
      return {};
    }
  }

  /// The address that the instruction completes by adding the lower part to `Base`. None if the
  /// instruction has no relocation.
  std::optional<Value> low(const Instruction &I, MCRegister Base) const {
    if (I.Relocations.empty())
      return std::nullopt;
    const ObjectRelocation &R = *I.Relocations.front();
    Value Address;
    if (R.Type == ELF::R_RISCV_LO12_I || R.Type == ELF::R_RISCV_LO12_S) {
      Address = State.addressOf(R.Symbol, R.Addend);
    } else if (R.Type == ELF::R_RISCV_PCREL_LO12_I || R.Type == ELF::R_RISCV_PCREL_LO12_S) {
      // The symbol of this relocation is a label at the instruction with the upper part.
      const ObjectSymbol &Label = State.Object.Symbols[R.Symbol];
      if (Label.Section != I.Section)
        return Value();
      for (const ObjectRelocation &Other : State.Object.Sections[I.Section].Relocations)
        if (Other.Offset == Label.Value && Other.Type != ELF::R_RISCV_RELAX)
          Address = upper(Other);
      Address.IsUpper = false;
    }
    return completed(get(Base), Address);
  }

  bool stepMemory(const Instruction &I, StringRef Name) {
    Name.consume_back("SP");
    const bool IsStore = Name.consume_front("S");
    if (!IsStore && !Name.consume_front("L"))
      return false;
    const bool IsUnsigned = !IsStore && Name.consume_back("U");
    const unsigned Size = sizeNamed(Name);
    if (!Size || I.size() < 3 || !I.isReg(1))
      return false;
    const std::optional<Value> Relocated = low(I, I.reg(1));
    if (!Relocated && !I.isImm(2))
      return false;
    const Value Address =
        Relocated ? *Relocated : State.sum(get(I.reg(1)), Value::number(I.imm(2)));
    if (IsStore)
      return store(Address, Size, get(I.reg(0)));
    Value V = load(Address, Size);
    if (Size < State.Word)
      V = extended(V, 8 * Size, !IsUnsigned);
    return set(I.reg(0), V);
  }

  bool stepArithmetic(const Instruction &I, StringRef Name) {
    if (Name == "LUI" || Name == "AUIPC") {
      Value V;
      if (!I.Relocations.empty())
        V = upper(*I.Relocations.front());
      else if (Name == "LUI")
        V = Value::number(signExtended(uint64_t(I.imm(1)) << 12, 32));
      return set(I.reg(0), V);
    }
    if (Name == "LI" || Name == "MV")
      return set(I.reg(0), Name == "LI" ? Value::number(I.imm(1)) : get(I.reg(1)));
    const bool IsWord = Name.ends_with("W");
    StringRef Base = Name;
    if (!Base.consume_back("W") && !Base.consume_back("16SP"))
      Base.consume_back("4SPN");
    Base.consume_back("I");
    Operation Op = operationNamed(Base);
    if (IsWord && Op > Operation::Sub)
      Op = Operation::None;
    const unsigned ArmCondition =
        StringSwitch<unsigned>(Name).Cases("SLTIU", "SLTU", 3).Cases("SLTI", "SLT", 11).Default(0);
    if ((Op == Operation::None && !ArmCondition) || I.size() < 3 || !I.isReg(1))
      return false;
    const Value A = get(I.reg(1)), B = I.isImm(2) ? Value::number(I.imm(2)) : get(I.reg(2));
    Value Result;
    if (auto Address = Op == Operation::Add && !IsWord ? low(I, I.reg(1)) : std::nullopt) {
      Result = *Address;
    } else if (ArmCondition && A.isNumber() && B.isNumber()) {
      Result = Value::number(*holds(ArmCondition, compared(A, B, bits())));
    } else {
      Result = compute(Op, A, B, IsWord ? 32 : bits()).Result;
      if (IsWord)
        Result = extended(Result, 32, /*IsSigned=*/true);
    }
    return set(I.reg(0), Result);
  }

  bool stepBranch(const Instruction &I, StringRef Name) {
    if (Name == "J")
      return jump(branchTarget(I));
    if (Name == "JR")
      return jump(get(I.reg(0)));
    if (Name == "JAL" || Name == "JALR") {
      const bool IsShort = I.size() == 1; // c.jal and c.jalr imply the link register ra
      const Value To = Name == "JAL" ? branchTarget(I)
                       : IsShort     ? get(I.reg(0))
                                     : State.sum(get(I.reg(1)), Value::number(I.imm(2)));
      set(IsShort ? Link : I.reg(0), Value::section(I.Section, I.end()));
      return jump(To);
    }
    const bool WithZero = Name == "BEQZ" || Name == "BNEZ";
    const int ArmCondition = StringSwitch<int>(Name)
                                 .Cases("BEQ", "BEQZ", 0)
                                 .Cases("BNE", "BNEZ", 1)
                                 .Case("BGEU", 2)
                                 .Case("BLTU", 3)
                                 .Case("BGE", 10)
                                 .Case("BLT", 11)
                                 .Default(-1);
    if (ArmCondition < 0)
      return false;
    const Value Other = WithZero ? Value::number(0) : get(I.reg(1));
    return jumpIf(holds(ArmCondition, compared(get(I.reg(0)), Other, bits())), branchTarget(I));
  }
};

class RiscV : public Arch {
public:
  RiscV() : Arch(ELF::EM_RISCV, "RISC-V") {
    ToolPrefixes = {"riscv64-unknown-elf-", "riscv32-unknown-elf-", "riscv-none-elf-",
                    "riscv32-esp-elf-"};
    Emulation = "elf64lriscv";
    HelperPrefixes = {"__riscv_"};
    Absolute32 = ELF::R_RISCV_32;
    Absolute64 = ELF::R_RISCV_64;
    WordForms = {{ELF::R_RISCV_64, 8}, {ELF::R_RISCV_32, 4}, {ELF::R_RISCV_32_PCREL, 4, true}};
    Hints = {ELF::R_RISCV_RELAX, ELF::R_RISCV_ALIGN};
    Relaxes = Relaxing::Always;
  }

  bool isOf(const Triple &T) const override { return T.isRISCV(); }
  std::optional<CodeReader> codeReader(bool Is64, bool) const override {
    return CodeReader{ET_INITIALIZE_TARGET(RISCV),
                      Is64 ? "riscv64" : "riscv32",
                      "+m,+a,+f,+d,+c,+zba,+zbb,+zbs",
                      {"X#", "F#_D"},
                      makeSemantics<RiscVSemantics>};
  }
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool) const override {
    constexpr StringLiteral Label = ".Let_table";
    const uint32_t Upper = (Number + 0x800) >> 12;
    CodeFragment Code;
    Code.Labels = {{Label, 0}};
    Code.relocate(ELF::R_RISCV_PCREL_HI20, Pointer);
    Code.emit(0x00000517, 4); // auipc a0, pointer
    Code.relocate(ELF::R_RISCV_PCREL_LO12_I, Label);
    Code.emit(0x00050513, 4);                  // addi a0, a0, pointer
    Code.emit(0x000005b7 | Upper << 12, 4);    // lui a1, number
    Code.emit(0x00058593 | (Number << 20), 4); // addi a1, a1, number
    Code.relocate(ELF::R_RISCV_CALL_PLT, Function);
    Code.emit(0x00000317, 4); // tail function
    Code.emit(0x00030067, 4);
    return Code;
  }
};

} // namespace

ET_DEFINE_MACHINE(RiscV)

} // namespace etprune
