// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Disassembler.h"

#include "Object/Arch/Arch.h"

#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

Expected<std::unique_ptr<Disassembler>> Disassembler::create(const TargetInfo &Target, bool Thumb) {
  const Arch *A = Arch::find(Target.Machine);
  const std::optional<CodeReader> Reader = A ? A->codeReader(Target.Is64, Thumb) : std::nullopt;
  if (!Reader)
    return createStringError("et-prune cannot read the code of its machine");
  if (!Target.IsLittleEndian)
    return createStringError("et-prune cannot read big-endian code");
  Reader->Initialize();
  const std::string &TripleName = Reader->Triple;
  std::string Message;
  const llvm::Target *Found = TargetRegistry::lookupTarget(TripleName, Message);
  if (!Found)
    return createStringError(Message);
  auto D = std::make_unique<Disassembler>();
  D->Registers.reset(Found->createMCRegInfo(TripleName));
  D->AsmInfo.reset(Found->createMCAsmInfo(*D->Registers, TripleName, MCTargetOptions()));
  D->Instructions.reset(Found->createMCInstrInfo());
  D->Analysis.reset(Found->createMCInstrAnalysis(D->Instructions.get()));
  D->Subtarget.reset(Found->createMCSubtargetInfo(TripleName, "", Reader->Features));
  D->Context = std::make_unique<MCContext>(Triple(TripleName), D->AsmInfo.get(), D->Registers.get(),
                                           D->Subtarget.get());
  D->Decoder.reset(Found->createMCDisassembler(*D->Subtarget, *D->Context));
  D->describeRegisters(Reader->WholeRegisters);
  return D;
}

void Disassembler::describeRegisters(ArrayRef<StringRef> WholeRegisters) {
  const unsigned Count = Registers->getNumRegs();
  Bits.resize(Count);
  for (const MCRegisterClass &Class : Registers->regclasses())
    for (MCPhysReg R : Class)
      Bits[R] = std::max(Bits[R], Class.getSizeInBits());
  for (unsigned R = 0; R < Count; ++R)
    Wholes.push_back(R);
  for (StringRef Name : WholeRegisters) {
    auto [Before, After] = Name.split('#');
    const bool IsRange = Before.size() != Name.size();
    for (unsigned I = 0; I < (IsRange ? 32 : 1); ++I)
      if (MCRegister Whole = named(IsRange ? (Before + Twine(I) + After).str() : Name.str()))
        for (MCPhysReg Part : Registers->subregs_inclusive(Whole))
          Wholes[Part] = Whole;
  }
}

std::optional<Instruction> Disassembler::decode(const InputObject &Object, uint32_t Section,
                                                uint64_t Offset) const {
  const ArrayRef<uint8_t> Code = Object.Sections[Section].Data;
  MCInst Inst;
  uint64_t Size = 0;
  if (Offset >= Code.size() ||
      Decoder->getInstruction(Inst, Size, Code.drop_front(Offset), Offset, nulls()) !=
          MCDisassembler::Success ||
      Size == 0)
    return std::nullopt;
  const unsigned Opcode = Inst.getOpcode();
  return Instruction{
      Inst, &Instructions->get(Opcode), Instructions->getName(Opcode), Section, Offset, Size, {}};
}

std::optional<uint64_t> Disassembler::branchTarget(const Instruction &I) const {
  uint64_t Target;
  if (Analysis->evaluateBranch(I.Inst, I.Offset, I.Size, Target))
    return Target;
  return std::nullopt;
}

MCRegister Disassembler::named(StringRef Name) const {
  for (unsigned R = 1; R < Registers->getNumRegs(); ++R)
    if (Name == Registers->getName(R))
      return R;
  return {};
}

} // namespace etprune
