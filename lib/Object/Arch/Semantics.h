// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of instructions on a CodeState: a class for each machine, with the instructions that
// compilers use in static initialisers.
//
// An instruction that is not known there and only computes makes its results unknown. One that
// reads or writes memory, leaves the straight line or does anything else is refused. So a machine's
// file may be incomplete, but never be wrong about what code does to the rest of the program.

#pragma once

#include "Object/Arch/CodeState.h"
#include "Object/Arch/Disassembler.h"

namespace etprune {

/// The address at which the code continues; none: behind the instruction.
using Jump = std::optional<Value>;

/// Registers as functions use them.
struct CallingConvention {
  llvm::StringRef StackPointer;
  llvm::StringRef Link; ///< has the return address; empty where that is on the stack
  llvm::StringRef Arguments[2];
  std::vector<llvm::StringRef> Preserved; ///< by a called function, besides the stack pointer
  llvm::StringRef Result = Arguments[0];
};

/// The computations of every machine.
enum class Operation : uint8_t { None, Add, Sub, And, Or, Xor, Mul, Shl, Shr, Sar };
/// By the name that any of the machines has for it.
Operation operationNamed(llvm::StringRef Name);
/// The bytes that a letter of a load's or store's name stands for; 0 for any other text.
unsigned sizeNamed(llvm::StringRef Letter);

/// A number of `Bits`, with its sign extended.
inline int64_t signExtended(uint64_t N, unsigned Bits) {
  return Bits >= 64 ? int64_t(N) : llvm::SignExtend64(N, Bits);
}
inline uint64_t lowBits(uint64_t N, unsigned Bits) {
  return Bits >= 64 ? N : N & llvm::maskTrailingOnes<uint64_t>(Bits);
}

class Semantics {
public:
  virtual ~Semantics() = default;

  /// The state in which a function is called by one that is not followed.
  void start();
  /// Executes an instruction. An error where it is refused.
  llvm::Expected<Jump> step(const Instruction &I);
  /// Returns from a function that is not followed, with its result: forgets what the function may
  /// change, and returns the address to which it returns.
  llvm::Expected<Value> leave(const Value &Result);
  /// An argument of a function that is being called.
  Value argument(unsigned N) const { return get(Arguments[N]); }

protected:
  Semantics(const Disassembler &M, CodeState &State, const CallingConvention &Convention);

  /// False where the machine's class has no rule for the instruction.
  virtual bool execute(const Instruction &I) = 0;

  // The first refusal counts, and whatever execute() does after it does not. These return true.
  bool refuse(const llvm::Twine &Why);
  bool jump(const Value &To);
  bool jumpIf(std::optional<bool> Condition, const Value &To);

  llvm::MCRegister named(llvm::StringRef Name) const { return M.named(Name); }
  /// Of the whole register that one is a part of.
  Value get(llvm::MCRegister R, unsigned Lane = 0) const { return State.get(M.whole(R), Lane); }
  void set(llvm::MCRegister R, const Value &V, unsigned Lane = 0) {
    State.set(M.whole(R), V, Lane);
  }
  /// Both lanes of a register of two words.
  void setLanes(llvm::MCRegister R, const Value &Low, const Value &High);
  /// Memory; what is loaded is unknown where it is refused.
  Value load(const Value &Address, unsigned Size);
  void store(const Value &Address, unsigned Size, const Value &V);
  /// Loads or stores a register of several words.
  void loadWords(llvm::MCRegister R, const Value &Address, unsigned Size);
  void storeWords(llvm::MCRegister R, const Value &Address, unsigned Size);
  void push(const Value &V);
  Value pop();
  /// The address that an operand names as a distance, or by a relocation.
  Value branchTarget(const Instruction &I) const;

  struct Computed {
    Value Result;
    ConditionFlags Flags; ///< after a logical operation without carry and overflow
  };
  /// The result has `Bits`, unless it is an address.
  Computed compute(Operation Op, const Value &A, const Value &B, unsigned Bits) const;
  /// A number of `Bits`, with its sign or with zeros; unknown for other values.
  static Value extended(const Value &V, unsigned Bits, bool IsSigned) {
    if (!V.isNumber())
      return {};
    return Value::number(IsSigned ? signExtended(V.Offset, Bits) : lowBits(V.Offset, Bits));
  }
  /// True if two values are equal, none where that is not known.
  std::optional<bool> areEqual(const Value &A, const Value &B) const;
  /// Of two numbers of 64 bits with a sign.
  static Value quotient(const Value &A, const Value &B);
  /// Flags of a comparison; the carry is that of a subtraction by adding the complement.
  ConditionFlags compared(const Value &A, const Value &B, unsigned Bits) const;
  ConditionFlags flagsOfResult(const Value &Result, unsigned Bits) const;
  /// A condition in Arm's numbering, which x86's conditions can be told in.
  static std::optional<bool> holds(unsigned ArmCondition, const ConditionFlags &Flags);

  const Disassembler &M;
  CodeState &State;
  const llvm::MCRegister Sp, Link; ///< invalid: the return address is on the stack

private:
  void executeUnknown(const Instruction &I);
  template <class T> llvm::Expected<T> orRefusal(T Result) const {
    if (Refusal)
      return llvm::createStringError(*Refusal);
    return Result;
  }

  llvm::SmallVector<llvm::MCRegister, 2> Arguments;
  const llvm::MCRegister ResultRegister;
  llvm::SmallVector<unsigned, 16> Preserved;
  Jump Next;
  std::optional<std::string> Refusal;
};

template <class MachineSemantics>
std::unique_ptr<Semantics> makeSemantics(const Disassembler &M, CodeState &State) {
  return std::make_unique<MachineSemantics>(M, State);
}

// The machines whose instructions have a file of their own.
std::unique_ptr<Semantics> makeArmSemantics(const Disassembler &M, CodeState &State);
std::unique_ptr<Semantics> makeX86Semantics(const Disassembler &M, CodeState &State);

/// A function that registers LLVM's target of that name.
#define ET_INITIALIZE_TARGET(Target)                                                               \
  [] {                                                                                             \
    LLVMInitialize##Target##TargetInfo();                                                          \
    LLVMInitialize##Target##TargetMC();                                                            \
    LLVMInitialize##Target##Disassembler();                                                        \
  }

} // namespace etprune
