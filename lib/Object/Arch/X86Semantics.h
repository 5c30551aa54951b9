// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x86-64. LLVM names an instruction by operation, width and form: SUB64ri8, MOV32mr.

#pragma once

#include "Object/Arch/Semantics.h"

namespace etprune {

class X86Semantics : public Semantics {
public:
  X86Semantics(const Disassembler &M, CodeState &State) : Semantics(M, State), Sp(named("RSP")) {
    Arguments = {named("RDI").id(), named("RSI").id()};
  }
  void start() override;
  llvm::Expected<Jump> step(const Instruction &I) override;
  llvm::Expected<Value> leave() override;

private:
  /// Operation, width in bits, and form of a name.
  struct Parts {
    llvm::StringRef Operation, Form;
    unsigned Bits = 0;
  };
  static Parts split(llvm::StringRef Name);
  llvm::Expected<Value> address(const Instruction &I, unsigned First) const;
  Value relocated(const Instruction &I, const ObjectRelocation &R) const;
  Value immediate(const Instruction &I, unsigned N, bool HasMemory) const;
  Value target(const Instruction &I) const;
  Value read(llvm::MCRegister R) const;
  void write(llvm::MCRegister R, Value V);
  /// What lies at the address that begins with operand `First`.
  llvm::Expected<Value> loadAt(const Instruction &I, unsigned First, unsigned Size);
  llvm::Error storeAt(const Instruction &I, unsigned First, unsigned Size, const Value &V);
  llvm::Error push(const Value &V);
  llvm::Expected<Value> pop();
  llvm::Expected<Value> second(const Instruction &I, const Parts &P, unsigned First);
  llvm::Expected<bool> stepDivision(const Instruction &I, const Parts &);
  llvm::Expected<bool> stepCount(const Instruction &I, const Parts &P);
  Value compute(llvm::StringRef Operation, Value A, Value B, unsigned Bits);
  llvm::Expected<bool> stepArithmetic(const Instruction &I, const Parts &P);
  llvm::Expected<bool> stepMove(const Instruction &I, const Parts &P);
  llvm::Expected<bool> stepVector(llvm::StringRef Name, const Instruction &I);
  llvm::Expected<bool> stepVectorHalf(llvm::StringRef Name, const Instruction &I);
  llvm::Expected<bool> stepStack(const Instruction &I, const Parts &P);
  llvm::Expected<std::optional<Jump>> stepBranch(const Instruction &I, const Parts &P);

  const llvm::MCRegister Sp;
};

} // namespace etprune
