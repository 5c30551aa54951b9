// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arm's ABI and tools. ArmSemantics.cpp has the instructions.

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
  Arm() : Arch(ELF::EM_ARM, "Arm") {
    ToolPrefixes = {"arm-none-eabi-"};
    Emulation = "armelf";
    HelperPrefixes = {"__aeabi_", "__arm_", "__gnu_"};
    Absolute32 = ELF::R_ARM_ABS32;
    WordForms = {{ELF::R_ARM_ABS32, 4}, {ELF::R_ARM_REL32, 4, true}};
    UsesRela = false;
    HasThumb = true;
    FlagsOfBitcode = ELF::EF_ARM_EABI_VER5;
  }

  bool isOf(const Triple &T) const override { return T.isARM() || T.isThumb(); }
  std::optional<CodeReader> codeReader(bool, bool IsThumb) const override {
    return CodeReader{ET_INITIALIZE_TARGET(ARM),
                      IsThumb ? "thumbv8.1m.main" : "armv7a",
                      IsThumb ? "+mve.fp,+fp64" : "",
                      {"R#", "SP", "LR", "PC", "D#"},
                      makeArmSemantics};
  }
  /// The Thumb code runs on every processor with Thumb.
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool PositionIndependent) const override {
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
};

} // namespace

ET_DEFINE_MACHINE(Arm)

} // namespace etprune
