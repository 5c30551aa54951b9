// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of instructions on a CodeState. Each machine has a class with rules for the
// instructions that compilers use in static initialisers. An instruction without a rule is refused
// if it branches, uses memory or has another side effect. Otherwise its results become unknown.

#pragma once

#include "Object/Arch/CodeState.h"
#include "Object/Arch/Disassembler.h"

namespace etprune {

/// The address at which the code continues; none if it continues at the next instruction.
using Jump = std::optional<Value>;

struct CallingConvention {
  llvm::StringRef StackPointer;
  llvm::StringRef Link; ///< holds the return address; empty if the return address is on the stack
  llvm::StringRef Arguments[2];
  std::vector<llvm::StringRef> Preserved; ///< by a called function, besides the stack pointer
  llvm::StringRef Zero = "";              ///< always reads as zero; empty if there is none
  llvm::StringRef Result = Arguments[0];
};

enum class Operation : uint8_t { None, Add, Sub, And, Or, Xor, Mul, Shl, Shr, Sar };
Operation operationNamed(llvm::StringRef Name);
/// The bytes that a letter in a load's or store's name means; 0 for any other text.
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

  void start(); ///< sets the registers as an unknown caller leaves them
  llvm::Expected<Jump> step(const Instruction &I);
  /// Skips a called function: sets its result, forgets everything that it may change, and gives the
  /// return address.
  llvm::Expected<Value> leave(const Value &Result);
  Value argument(unsigned N) const { return get(Arguments[N]); }

protected:
  Semantics(const Disassembler &M, CodeState &State, const CallingConvention &Convention);

  /// False if there is no rule for the instruction.
  virtual bool execute(const Instruction &I) = 0;

  llvm::MCRegister named(llvm::StringRef Name) const { return M.named(Name); }
  /// The value of the whole register that contains `R`.
  Value get(llvm::MCRegister R, unsigned Lane = 0) const {
    return isZeroRegister(R) ? Value::number(0) : State.get(M.whole(R), Lane);
  }
  Value load(const Value &Address, unsigned Size);

  // All functions of type bool return true, as execute() does for an instruction with a rule. After
  // refuse(), step() fails, so other effects of execute() do not matter.
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
    ConditionFlags Flags; ///< as after a logical operation: carry and overflow clear
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
  /// An address whose lower part an instruction adds to the upper part in `Upper`; unknown if they
  /// are parts of different addresses.
  static Value completed(const Value &Upper, const Value &Address);
  static Value quotient(const Value &A, const Value &B);
  /// The flags of a comparison. As on Arm, a set carry means that the subtraction needs no borrow.
  ConditionFlags compared(const Value &A, const Value &B, unsigned Bits) const;
  ConditionFlags flagsOfResult(const Value &Result, unsigned Bits) const;
  /// Evaluates a condition in Arm's numbering. x86's conditions are converted to it.
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

/// Names the function that registers LLVM's target `Target`.
#define ET_INITIALIZE_TARGET(Target)                                                               \
  [] {                                                                                             \
    LLVMInitialize##Target##TargetInfo();                                                          \
    LLVMInitialize##Target##TargetMC();                                                            \
    LLVMInitialize##Target##Disassembler();                                                        \
  }

} // namespace etprune
