// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's tables say nothing of which register is the whole of others, so each machine lists them
// (CodeReader).

#include "Object/Arch/Disassembler.h"

#include "Object/Arch/Arch.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

struct Disassembler::Parts {
  Triple TargetTriple;
  std::unique_ptr<MCRegisterInfo> Registers;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCInstrInfo> Instructions;
  std::unique_ptr<MCInstrAnalysis> Analysis;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCDisassembler> Decoder;
};

Disassembler::Disassembler() = default;
Disassembler::~Disassembler() = default;

Expected<std::unique_ptr<Disassembler>> Disassembler::create(const TargetInfo &Target, bool Thumb) {
  const Arch *A = Arch::find(Target.Machine);
  const std::optional<CodeReader> Reader = A ? A->codeReader(Target.Is64, Thumb) : std::nullopt;
  if (!Reader)
    return createStringError("its machine is not one whose code is understood here");
  if (!Target.IsLittleEndian)
    return createStringError("big-endian code is not understood here");
  Reader->Initialize();
  const std::string &TripleName = Reader->Triple;
  std::string Message;
  const llvm::Target *Found = TargetRegistry::lookupTarget(TripleName, Message);
  if (!Found)
    return createStringError(Message);
  std::unique_ptr<Disassembler> Result(new Disassembler);
  Result->P = std::make_unique<Parts>();
  Parts &P = *Result->P;
  MCTargetOptions Options;
  P.TargetTriple = Triple(TripleName);
  P.Registers.reset(Found->createMCRegInfo(TripleName));
  P.AsmInfo.reset(Found->createMCAsmInfo(*P.Registers, TripleName, Options));
  P.Instructions.reset(Found->createMCInstrInfo());
  P.Subtarget.reset(Found->createMCSubtargetInfo(TripleName, "", Reader->Features));
  P.Context = std::make_unique<MCContext>(P.TargetTriple, P.AsmInfo.get(), P.Registers.get(),
                                          P.Subtarget.get());
  P.Decoder.reset(Found->createMCDisassembler(*P.Subtarget, *P.Context));

  P.Analysis.reset(Found->createMCInstrAnalysis(P.Instructions.get()));
  Result->describeRegisters(Reader->WholeRegisters);
  return Result;
}

void Disassembler::describeRegisters(ArrayRef<StringRef> WholeRegisters) {
  const unsigned Count = P->Registers->getNumRegs();
  Bits.resize(Count);
  for (const MCRegisterClass &Class : P->Registers->regclasses())
    for (MCPhysReg R : Class)
      Bits[R] = std::max(Bits[R], Class.getSizeInBits());
  for (unsigned R = 0; R < Count; ++R)
    Wholes.push_back(R);
  auto AddWhole = [&](StringRef Name) {
    if (MCRegister Whole = named(Name))
      for (MCPhysReg Part : P->Registers->subregs_inclusive(Whole))
        Wholes[Part] = Whole;
  };
  for (StringRef Name : WholeRegisters) {
    auto [Before, After] = Name.split('#');
    if (Before.size() == Name.size())
      AddWhole(Name);
    else
      for (unsigned I = 0; I < 32; ++I)
        AddWhole((Before + Twine(I) + After).str());
  }
}

std::optional<std::pair<MCInst, uint64_t>> Disassembler::decode(ArrayRef<uint8_t> Code,
                                                                uint64_t Offset) const {
  MCInst Inst;
  uint64_t Size = 0;
  if (P->Decoder->getInstruction(Inst, Size, Code, Offset, nulls()) != MCDisassembler::Success ||
      Size == 0)
    return std::nullopt;
  return std::pair(Inst, Size);
}

StringRef Disassembler::nameOf(const MCInst &Inst) const {
  return P->Instructions->getName(Inst.getOpcode());
}

const MCInstrDesc &Disassembler::describe(const MCInst &Inst) const {
  return P->Instructions->get(Inst.getOpcode());
}

bool Disassembler::changesControlFlow(const MCInst &Inst) const {
  return describe(Inst).mayAffectControlFlow(Inst, *P->Registers);
}

std::optional<uint64_t> Disassembler::branchTarget(const MCInst &Inst, uint64_t Offset,
                                                   uint64_t Size) const {
  uint64_t Target;
  if (P->Analysis->evaluateBranch(Inst, Offset, Size, Target))
    return Target;
  return std::nullopt;
}

MCRegister Disassembler::named(StringRef Name) const {
  for (unsigned R = 1; R < P->Registers->getNumRegs(); ++R)
    if (Name == P->Registers->getName(R))
      return R;
  return {};
}

} // namespace etprune
