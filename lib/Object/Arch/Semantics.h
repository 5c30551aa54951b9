// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates a CodeState (the known values of registers and memory) for each instruction of a static
// initialiser. Each machine has a class with rules for the instructions that compilers use there.
// If an instruction without a rule branches, uses memory or has another side effect, step() fails.
// The results of any other instruction without a rule become unknown.

#pragma once

#include "Object/Arch/CodeState.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

namespace etprune {

struct Instruction {
  llvm::MCInst Inst;
  const llvm::MCInstrDesc *Desc;
  llvm::StringRef Name; ///< from LLVM's tables, such as "MOV64rr"
  uint32_t Section;
  uint64_t Offset, Size;
  llvm::SmallVector<const ObjectRelocation *, 2> Relocations; ///< in the instruction's bytes
  uint64_t end() const { return Offset + Size; }
  int64_t imm(unsigned I) const { return Inst.getOperand(I).getImm(); }
  llvm::MCRegister reg(unsigned I) const { return Inst.getOperand(I).getReg(); }
  bool isImm(unsigned I) const { return I < size() && Inst.getOperand(I).isImm(); }
  bool isReg(unsigned I) const { return I < size() && Inst.getOperand(I).isReg(); }
  unsigned size() const { return Inst.getNumOperands(); }
};

/// Decodes instructions with LLVM, and describes registers. A CodeState has values only of whole
/// registers: RAX for EAX, X0 for W0. LLVM's tables do not tell which registers are whole, so each
/// machine lists its whole registers in CodeReader::WholeRegisters.
class Disassembler {
public:
  /// `Thumb` selects the Thumb instruction set of Arm.
  static llvm::Expected<std::unique_ptr<Disassembler>> create(const TargetInfo &Target, bool Thumb);

  /// The instruction without its relocations; none if the bytes are no instruction.
  std::optional<Instruction> decode(const InputObject &Object, uint32_t Section,
                                    uint64_t Offset) const;
  bool changesControlFlow(const Instruction &I) const {
    return I.Desc->mayAffectControlFlow(I.Inst, *Registers);
  }
  /// The section offset to which a branch goes. None if no operand is the distance to the target.
  std::optional<uint64_t> branchTarget(const Instruction &I) const;

  /// The register with this name. Invalid if no register has the name.
  llvm::MCRegister named(llvm::StringRef Name) const;
  /// The whole register that contains `R`, and the size of `R` in bits.
  llvm::MCRegister whole(llvm::MCRegister R) const { return Wholes[R.id()]; }
  unsigned bits(llvm::MCRegister R) const { return Bits[R.id()]; }

private:
  void describeRegisters(llvm::ArrayRef<llvm::StringRef> WholeRegisters);

  std::unique_ptr<llvm::MCRegisterInfo> Registers;
  std::unique_ptr<llvm::MCAsmInfo> AsmInfo;
  std::unique_ptr<llvm::MCInstrInfo> Instructions;
  std::unique_ptr<llvm::MCInstrAnalysis> Analysis;
  std::unique_ptr<llvm::MCSubtargetInfo> Subtarget;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<llvm::MCDisassembler> Decoder;
  std::vector<llvm::MCRegister> Wholes;
  std::vector<unsigned> Bits;
};

/// The address at which the code continues; none if it continues at the next instruction.
using Jump = std::optional<Value>;

struct CallingConvention {
  llvm::StringRef StackPointer;
  llvm::StringRef Link; ///< holds the return address; empty if the return address is on the stack
  llvm::StringRef Arguments[2];
  std::vector<llvm::StringRef> Preserved; ///< called functions preserve these and the stack pointer
  llvm::StringRef Zero = "";              ///< always reads as zero; empty if there is none
  llvm::StringRef Result = Arguments[0];
};

enum class Operation : uint8_t { None, Add, Sub, And, Or, Xor, Mul, Shl, Shr, Sar };
Operation operationNamed(llvm::StringRef Name);
/// The size in bytes for the size letter of a load or store: 2 for "H". 0 for any other text.
unsigned sizeNamed(llvm::StringRef Letter);

inline int64_t signExtended(uint64_t N, unsigned Bits) {
  return Bits >= 64 ? int64_t(N) : llvm::SignExtend64(N, Bits);
}
inline uint64_t lowBits(uint64_t N, unsigned Bits) {
  return Bits >= 64 ? N : N & llvm::maskTrailingOnes<uint64_t>(Bits);
}

class Semantics {
public:
  virtual ~Semantics() = default;

  void start(); ///< sets the stack pointer and the return address
  llvm::Expected<Jump> step(const Instruction &I);
  /// Returns from a called function with `Result`, without following the function's code. Forgets
  /// the values that the function may change. The returned value is the return address.
  llvm::Expected<Value> leave(const Value &Result);
  Value argument(unsigned N) const { return get(Arguments[N]); }

protected:
  Semantics(const Disassembler &M, CodeState &State, const CallingConvention &Convention);

  /// False if there is no rule for the instruction.
  virtual bool execute(const Instruction &I) = 0;

  llvm::MCRegister named(llvm::StringRef Name) const { return M.named(Name); }
  /// The value of the whole register that contains `R`. A vector register has a lane for each word.
  Value get(llvm::MCRegister R, unsigned Lane = 0) const {
    return isZeroRegister(R) ? Value::number(0) : State.get(M.whole(R), Lane);
  }
  Value load(const Value &Address, unsigned Size);

  // The following functions of type bool always return true, so that execute() can return their
  // result. After refuse(), step() fails, so other effects of execute() do not matter.
  bool refuse(const llvm::Twine &Why);
  bool jump(const Value &To);
  bool jumpIf(std::optional<bool> Condition, const Value &To);
  bool set(llvm::MCRegister R, const Value &V, unsigned Lane = 0) {
    if (!isZeroRegister(R))
      State.set(M.whole(R), V, Lane);
    return true;
  }
  bool setLanes(llvm::MCRegister R, const Value &Low, const Value &High) {
    return set(R, Low) && set(R, High, 1);
  }
  bool store(const Value &Address, unsigned Size, const Value &V);
  bool loadWords(llvm::MCRegister R, const Value &Address, unsigned Size);
  bool storeWords(llvm::MCRegister R, const Value &Address, unsigned Size);
  bool push(const Value &V);
  Value pop();
  Value branchTarget(const Instruction &I) const;

  struct Computed {
    Value Result;
    ConditionFlags Flags; ///< carry and overflow are known only after a subtraction
  };
  /// The result has `Bits` bits, unless it is an address.
  Computed compute(Operation Op, const Value &A, const Value &B, unsigned Bits) const;
  /// A number of `Bits` bits, sign- or zero-extended; unknown for other values.
  static Value extended(const Value &V, unsigned Bits, bool IsSigned) {
    if (!V.isNumber())
      return {};
    return Value::number(IsSigned ? signExtended(V.Offset, Bits) : lowBits(V.Offset, Bits));
  }
  std::optional<bool> isZero(bool Negate, const Value &V) const {
    return holds(Negate, {std::nullopt, areEqual(V, Value::number(0)), std::nullopt, std::nullopt});
  }
  std::optional<bool> areEqual(const Value &A, const Value &B) const;
  /// Adds the lower part of `Address` to `Upper`. Returns `Address` if `Upper` is the upper part of
  /// an address with the same base, else an unknown value.
  static Value completed(const Value &Upper, const Value &Address);
  static Value quotient(const Value &A, const Value &B);
  /// The flags of a comparison. As on Arm, a set carry means that the subtraction needs no borrow.
  ConditionFlags compared(const Value &A, const Value &B, unsigned Bits) const;
  ConditionFlags flagsOfResult(const Value &Result, unsigned Bits) const;
  /// Evaluates a condition in Arm's numbering. The rules for x86-64 and RISC-V convert their
  /// conditions to Arm's numbers.
  static std::optional<bool> holds(unsigned ArmCondition, const ConditionFlags &Flags);

  const Disassembler &M;
  CodeState &State;
  const llvm::MCRegister Sp, Link; ///< Link is invalid if the return address is on the stack

private:
  bool isZeroRegister(llvm::MCRegister R) const { return Zero && M.whole(R) == Zero; }
  void executeUnknown(const Instruction &I);
  template <class T> llvm::Expected<T> orRefusal(T Result) const {
    if (Refusal)
      return llvm::createStringError(*Refusal);
    return Result;
  }

  llvm::SmallVector<llvm::MCRegister, 2> Arguments;
  const llvm::MCRegister ResultRegister, Zero;
  llvm::SmallVector<unsigned, 16> Preserved;
  Jump Next;
  std::optional<std::string> Refusal;
};

template <class MachineSemantics>
std::unique_ptr<Semantics> makeSemantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<MachineSemantics>(M, State);
}

std::unique_ptr<Semantics> makeX86Semantics(const Disassembler &M, CodeState &State);

/// A function that registers `Target` with LLVM.
#define ET_INITIALIZE_TARGET(Target)                                                               \
  [] {                                                                                             \
    LLVMInitialize##Target##TargetInfo();                                                          \
    LLVMInitialize##Target##TargetMC();                                                            \
    LLVMInitialize##Target##Disassembler();                                                        \
  }

} // namespace etprune
