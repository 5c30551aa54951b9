// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's disassembler, for the machines whose static initialisers et-prune follows.
//
// A part of a register counts as the whole register: EAX as RAX, W0 as X0. LLVM's tables do not
// tell which registers are whole, so each machine lists them (CodeReader).

#pragma once

#include "Object/InputObject.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"

#include <optional>

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
  /// The target offset of an operand that is a distance from the instruction.
  std::optional<uint64_t> branchTarget(const Instruction &I) const;

  /// An invalid register if none has this name.
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

} // namespace etprune
