// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Assembler.h"

#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

namespace etprune::test {

std::string assembled(StringRef TripleName, StringRef Text) {
  LLVMInitializeX86TargetInfo(), LLVMInitializeX86TargetMC(), LLVMInitializeX86AsmParser();
  LLVMInitializeAArch64TargetInfo(), LLVMInitializeAArch64TargetMC(),
      LLVMInitializeAArch64AsmParser();
  LLVMInitializeARMTargetInfo(), LLVMInitializeARMTargetMC(), LLVMInitializeARMAsmParser();
  LLVMInitializeRISCVTargetInfo(), LLVMInitializeRISCVTargetMC(), LLVMInitializeRISCVAsmParser();
  const Triple TT(TripleName.str() + "-none-linux-gnu");
  std::string Message;
  const Target *Found = TargetRegistry::lookupTarget(TT.str(), Message);
  if (!Found) {
    ADD_FAILURE() << Message;
    return "";
  }
  MCTargetOptions Options;
  std::unique_ptr<MCRegisterInfo> Registers(Found->createMCRegInfo(TT.str()));
  std::unique_ptr<MCAsmInfo> AsmInfo(Found->createMCAsmInfo(*Registers, TT.str(), Options));
  std::unique_ptr<MCInstrInfo> Instructions(Found->createMCInstrInfo());
  std::unique_ptr<MCSubtargetInfo> Subtarget(
      Found->createMCSubtargetInfo(TT.str(), "", TT.isRISCV() ? "+c,+m" : ""));
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(Text), SMLoc());
  MCContext Context(TT, AsmInfo.get(), Registers.get(), Subtarget.get(), &Sources, &Options);
  std::unique_ptr<MCObjectFileInfo> FileInfo(Found->createMCObjectFileInfo(Context, false));
  Context.setObjectFileInfo(FileInfo.get());

  SmallString<0> Bytes;
  raw_svector_ostream OS(Bytes);
  std::unique_ptr<MCAsmBackend> Backend(Found->createMCAsmBackend(*Subtarget, *Registers, Options));
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(OS);
  std::unique_ptr<MCCodeEmitter> Emitter(Found->createMCCodeEmitter(*Instructions, Context));
  std::unique_ptr<MCStreamer> Streamer(Found->createMCObjectStreamer(
      TT, Context, std::move(Backend), std::move(Writer), std::move(Emitter), *Subtarget));
  std::unique_ptr<MCAsmParser> Parser(createMCAsmParser(Sources, Context, *Streamer, *AsmInfo));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      Found->createMCAsmParser(*Subtarget, *Parser, *Instructions, Options));
  Parser->setTargetParser(*TargetParser);
  EXPECT_FALSE(Parser->Run(/*NoInitialTextSection=*/false)) << Text.str();
  return Bytes.str().str();
}

} // namespace etprune::test
