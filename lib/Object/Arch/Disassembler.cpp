// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Disassembler.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

struct Disassembler::Parts {
  Triple TargetTriple;
  std::unique_ptr<MCRegisterInfo> Registers;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCInstrInfo> Instructions;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCDisassembler> Decoder;
};

Disassembler::Disassembler() = default;
Disassembler::~Disassembler() = default;

Expected<std::unique_ptr<Disassembler>> Disassembler::create(const TargetInfo &Target, bool Thumb) {
  std::string TripleName, Features;
  /// Registers that are wholes, a list or "X#" for X0 to X31.
  SmallVector<StringRef, 8> Wholes;
  switch (Target.Machine) {
  case ELF::EM_X86_64:
    LLVMInitializeX86TargetInfo(), LLVMInitializeX86TargetMC(), LLVMInitializeX86Disassembler();
    TripleName = "x86_64";
    Wholes = {"RAX", "RBX", "RCX", "RDX", "RSI", "RDI", "RBP", "RSP", "R#", "ZMM#"};
    break;
  case ELF::EM_AARCH64:
    LLVMInitializeAArch64TargetInfo(), LLVMInitializeAArch64TargetMC(),
        LLVMInitializeAArch64Disassembler();
    TripleName = "aarch64";
    Features = "+all";
    Wholes = {"X#", "FP", "LR", "SP", "XZR", "Z#"};
    break;
  case ELF::EM_ARM:
    LLVMInitializeARMTargetInfo(), LLVMInitializeARMTargetMC(), LLVMInitializeARMDisassembler();
    TripleName = Thumb ? "thumbv8.1m.main" : "armv7a";
    if (Thumb)
      Features = "+mve.fp,+fp64";
    Wholes = {"R#", "SP", "LR", "PC", "D#"};
    break;
  case ELF::EM_RISCV:
    LLVMInitializeRISCVTargetInfo(), LLVMInitializeRISCVTargetMC(),
        LLVMInitializeRISCVDisassembler();
    TripleName = Target.Is64 ? "riscv64" : "riscv32";
    Features = "+m,+a,+f,+d,+c,+zba,+zbb,+zbs";
    Wholes = {"X#", "F#_D"};
    break;
  default:
    return createStringError("its machine is not one whose code is understood here");
  }
  if (!Target.IsLittleEndian)
    return createStringError("big-endian code is not understood here");
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
  P.Subtarget.reset(Found->createMCSubtargetInfo(TripleName, "", Features));
  P.Context = std::make_unique<MCContext>(P.TargetTriple, P.AsmInfo.get(), P.Registers.get(),
                                          P.Subtarget.get());
  P.Decoder.reset(Found->createMCDisassembler(*P.Subtarget, *P.Context));

  const unsigned Count = P.Registers->getNumRegs();
  Result->Bits.resize(Count);
  for (const MCRegisterClass &Class : P.Registers->regclasses())
    for (MCPhysReg R : Class)
      if (Class.getSizeInBits() > Result->Bits[R])
        Result->Bits[R] = Class.getSizeInBits();
  for (unsigned R = 0; R < Count; ++R)
    Result->Wholes.push_back(R);
  auto AddWhole = [&](StringRef Name) {
    if (MCRegister Whole = Result->named(Name))
      for (MCPhysReg Part : P.Registers->subregs_inclusive(Whole))
        Result->Wholes[Part] = Whole;
  };
  for (StringRef Name : Wholes) {
    auto [Before, After] = Name.split('#');
    if (Before.size() == Name.size())
      AddWhole(Name);
    else
      for (unsigned I = 0; I < 32; ++I)
        AddWhole((Before + Twine(I) + After).str());
  }
  return Result;
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

MCRegister Disassembler::named(StringRef Name) const {
  for (unsigned R = 1; R < P->Registers->getNumRegs(); ++R)
    if (Name == P->Registers->getName(R))
      return R;
  return {};
}

} // namespace etprune
