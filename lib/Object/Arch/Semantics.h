// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions do to a CodeState: a class for each machine, of the instructions that compilers
// use in static initialisers.
//
// An instruction that is not known there and only computes makes its results unknown. One that
// reads or writes memory, leaves the straight line or does anything else is refused. So a machine's
// file may be incomplete, but never be wrong about what code does to the rest of the program.

#pragma once

#include "Object/Arch/CodeState.h"
#include "Object/Arch/Disassembler.h"

namespace etprune {

struct Instruction {
  llvm::MCInst Inst;
  llvm::StringRef Name;
  uint32_t Section;
  uint64_t Offset, Size;
  llvm::SmallVector<const ObjectRelocation *, 2> Relocations; ///< within it
  uint64_t end() const { return Offset + Size; }
  int64_t imm(unsigned I) const { return Inst.getOperand(I).getImm(); }
  llvm::MCRegister reg(unsigned I) const { return Inst.getOperand(I).getReg(); }
  bool isImm(unsigned I) const { return I < size() && Inst.getOperand(I).isImm(); }
  bool isReg(unsigned I) const { return I < size() && Inst.getOperand(I).isReg(); }
  unsigned size() const { return Inst.getNumOperands(); }
};

/// The address at which the code continues; none: behind the instruction.
using Jump = std::optional<Value>;

class Semantics {
public:
  virtual ~Semantics() = default;

  /// The state in which a function is called by one that is not followed.
  virtual void start() = 0;
  virtual llvm::Expected<Jump> step(const Instruction &I) = 0;
  /// Returns from a function that is not followed: forgets what the function may change, and
  /// returns the address to which it returns.
  virtual llvm::Expected<Value> leave() = 0;
  /// An argument of a function that is being called.
  Value argument(unsigned N) const { return State.get(Arguments[N]); }

protected:
  Semantics(const Disassembler &M, CodeState &State) : M(M), State(State) {}

  llvm::MCRegister named(llvm::StringRef Name) const { return M.named(Name); }
  /// Of the whole register that one is a part of.
  Value get(llvm::MCRegister R, unsigned Part = 0) const { return State.get(M.whole(R), Part); }
  void set(llvm::MCRegister R, Value V, unsigned Part = 0) { State.set(M.whole(R), V, Part); }
  /// The address that an operand names as a distance, or by a relocation.
  Value branchTarget(const Instruction &I) const;
  /// An instruction that the machine's class has no rule for.
  llvm::Expected<Jump> stepUnknown(const Instruction &I);
  void forgetResults(const Instruction &I);
  /// Loads or stores a register of several words.
  llvm::Error loadWords(llvm::MCRegister R, const Value &Address, unsigned Size);
  llvm::Error storeWords(llvm::MCRegister R, const Value &Address, unsigned Size);
  /// Whether two values are equal, where that is known.
  static std::optional<bool> areEqual(const Value &A, const Value &B);
  /// Of two numbers of 64 bits with a sign.
  static Value quotient(const Value &A, const Value &B);
  /// Flags of a comparison; the carry is that of a subtraction by adding the complement.
  static ConditionFlags compared(const Value &A, const Value &B, unsigned Bits);
  static ConditionFlags flagsOfResult(const Value &Result, unsigned Bits);
  /// A condition in Arm's numbering, which x86's conditions can be told in.
  std::optional<bool> holds(unsigned ArmCondition) const;
  static llvm::Error refuse(const llvm::Twine &What) { return llvm::createStringError(What); }

  const Disassembler &M;
  CodeState &State;
  llvm::SmallVector<unsigned, 2> Arguments;
  /// Those that a called function leaves as they were, all others it may change.
  void keepOnly(llvm::ArrayRef<llvm::MCRegister> Kept);
};

/// A number of `Bits`, with its sign extended.
inline int64_t signExtended(uint64_t N, unsigned Bits) {
  return Bits >= 64 ? int64_t(N) : int64_t(N << (64 - Bits)) >> (64 - Bits);
}
inline uint64_t lowBits(uint64_t N, unsigned Bits) {
  return Bits >= 64 ? N : N & ((uint64_t(1) << Bits) - 1);
}

std::unique_ptr<Semantics> createX86Semantics(const Disassembler &M, CodeState &State);
std::unique_ptr<Semantics> createAArch64Semantics(const Disassembler &M, CodeState &State);
std::unique_ptr<Semantics> createArmSemantics(const Disassembler &M, CodeState &State);
std::unique_ptr<Semantics> createRiscvSemantics(const Disassembler &M, CodeState &State);

} // namespace etprune
