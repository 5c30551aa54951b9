// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class AArch64 : public Arch {
public:
  AArch64() : Arch(ELF::EM_AARCH64) {}

  bool isOf(const Triple &T) const override { return T.isAArch64(); }
  std::optional<uint32_t> absoluteRelocation(bool Is64) const override {
    return Is64 ? std::optional<uint32_t>(ELF::R_AARCH64_ABS64) : std::nullopt; // not ILP32
  }
  std::optional<WordForm> wordForm(uint32_t Relocation) const override {
    switch (Relocation) {
    case ELF::R_AARCH64_ABS64:
      return WordForm{8, false};
    case ELF::R_AARCH64_ABS32:
      return WordForm{4, false};
    case ELF::R_AARCH64_PREL64:
      return WordForm{8, true};
    case ELF::R_AARCH64_PREL32:
      return WordForm{4, true};
    default:
      return std::nullopt;
    }
  }
  std::optional<CodeReader> codeReader(bool, bool) const override {
    auto Initialize = [] {
      LLVMInitializeAArch64TargetInfo();
      LLVMInitializeAArch64TargetMC();
      LLVMInitializeAArch64Disassembler();
    };
    return CodeReader{Initialize,
                      "aarch64",
                      "+all",
                      {"X#", "FP", "LR", "SP", "XZR", "Z#"},
                      createAArch64Semantics};
  }
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool PositionIndependent) const override;
};

std::optional<CodeFragment> AArch64::tailCall(StringRef Function, StringRef Pointer,
                                              uint32_t Number, bool) const {
  CodeFragment Code;
  Code.emit(0xd503245f, 4); // bti c
  Code.relocate(ELF::R_AARCH64_ADR_PREL_PG_HI21, Pointer);
  Code.emit(0x90000000, 4); // adrp x0, pointer
  Code.relocate(ELF::R_AARCH64_ADD_ABS_LO12_NC, Pointer);
  Code.emit(0x91000000, 4);                          // add x0, x0, :lo12:pointer
  Code.emit(0xd2800001 | (Number & 0xffff) << 5, 4); // mov x1, number
  Code.emit(0xf2a00001 | (Number >> 16) << 5, 4);    // movk x1, number >> 16, lsl 16
  Code.relocate(ELF::R_AARCH64_JUMP26, Function);
  Code.emit(0x14000000, 4); // b function
  return Code;
}

} // namespace

const Arch &archAArch64() {
  static const AArch64 TheArch;
  return TheArch;
}

} // namespace etprune
