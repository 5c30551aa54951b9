// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class Arm : public Arch {
public:
  Arm() : Arch(ELF::EM_ARM) {
    UsesRela = false;
    HasThumb = true;
    FlagsOfBitcode = ELF::EF_ARM_EABI_VER5;
  }

  bool isOf(const Triple &T) const override { return T.isARM() || T.isThumb(); }
  std::optional<uint32_t> absoluteRelocation(bool) const override { return ELF::R_ARM_ABS32; }
  std::optional<WordForm> wordForm(uint32_t Relocation) const override {
    switch (Relocation) {
    case ELF::R_ARM_ABS32:
      return WordForm{4, false};
    case ELF::R_ARM_REL32:
      return WordForm{4, true};
    default:
      return std::nullopt;
    }
  }
  std::optional<CodeReader> codeReader(bool, bool IsThumb) const override {
    auto Initialize = [] {
      LLVMInitializeARMTargetInfo();
      LLVMInitializeARMTargetMC();
      LLVMInitializeARMDisassembler();
    };
    return CodeReader{Initialize,
                      IsThumb ? "thumbv8.1m.main" : "armv7a",
                      IsThumb ? "+mve.fp,+fp64" : "",
                      {"R#", "SP", "LR", "PC", "D#"},
                      createArmSemantics};
  }
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool PositionIndependent) const override;
};

/// Thumb code that every processor with Thumb has.
std::optional<CodeFragment> Arm::tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                          bool PositionIndependent) const {
  if (PositionIndependent)
    return std::nullopt;
  CodeFragment Code;
  Code.Labels = {{"$t", 0}, {"$d", 8}};
  Code.emit(0x4801, 2); // ldr r0, [pc, #4]
  Code.emit(0x4902, 2); // ldr r1, [pc, #8]
  Code.emit(0x4a02, 2); // ldr r2, [pc, #8]
  Code.emit(0x4710, 2); // bx r2
  Code.relocate(ELF::R_ARM_ABS32, Pointer);
  Code.emit(0, 4);
  Code.emit(Number, 4);
  Code.relocate(ELF::R_ARM_ABS32, Function);
  Code.emit(0, 4);
  return Code;
}

} // namespace

const Arch &archArm() {
  static const Arm TheArch;
  return TheArch;
}

} // namespace etprune
