// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's disassembler for the machines whose static initialisers are followed.
//
// Registers have many names: a part of one is found under the name of the whole, EAX as RAX and W0
// as X0, so that CodeState has one value for both.

#pragma once

#include "Object/InputObject.h"

#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/MC/MCRegister.h"

#include <optional>

namespace etprune {

class Disassembler {
public:
  /// `Thumb` chooses between the two instruction sets of Arm.
  static llvm::Expected<std::unique_ptr<Disassembler>> create(const TargetInfo &Target, bool Thumb);
  ~Disassembler();

  /// The instruction at the start of `Code` and its size, or nothing where there is none.
  std::optional<std::pair<llvm::MCInst, uint64_t>> decode(llvm::ArrayRef<uint8_t> Code,
                                                          uint64_t Offset) const;
  /// Its name as LLVM's tables have it: "MOV64rr".
  llvm::StringRef nameOf(const llvm::MCInst &Inst) const;
  const llvm::MCInstrDesc &describe(const llvm::MCInst &Inst) const;
  bool changesControlFlow(const llvm::MCInst &Inst) const;
  /// The offset that an operand names as a distance from the instruction.
  std::optional<uint64_t> branchTarget(const llvm::MCInst &Inst, uint64_t Offset,
                                       uint64_t Size) const;

  /// The register of that name; an invalid one where there is none.
  llvm::MCRegister named(llvm::StringRef Name) const;
  /// The whole that a register is a part of, and the part's size in bits.
  llvm::MCRegister whole(llvm::MCRegister R) const { return Wholes[R.id()]; }
  unsigned bits(llvm::MCRegister R) const { return Bits[R.id()]; }

private:
  Disassembler();
  void describeRegisters(llvm::ArrayRef<llvm::StringRef> WholeRegisters);
  struct Parts;
  std::unique_ptr<Parts> P;
  std::vector<llvm::MCRegister> Wholes;
  std::vector<unsigned> Bits;
};

} // namespace etprune
