// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RISC-V of 32 and 64 bits.

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class RiscV : public Arch {
public:
  RiscV() : Arch(ELF::EM_RISCV) { IsRelaxed = true; }

  bool isOf(const Triple &T) const override { return T.isRISCV(); }
  std::optional<uint32_t> absoluteRelocation(bool Is64) const override {
    return Is64 ? ELF::R_RISCV_64 : ELF::R_RISCV_32;
  }
  std::optional<WordForm> wordForm(uint32_t Relocation) const override {
    switch (Relocation) {
    case ELF::R_RISCV_64:
      return WordForm{8, false};
    case ELF::R_RISCV_32:
      return WordForm{4, false};
    case ELF::R_RISCV_32_PCREL:
      return WordForm{4, true};
    default:
      return std::nullopt;
    }
  }
  bool isHint(uint32_t Relocation) const override {
    return Relocation == ELF::R_RISCV_RELAX || Relocation == ELF::R_RISCV_ALIGN;
  }
  std::optional<CodeReader> codeReader(bool Is64, bool) const override {
    auto Initialize = [] {
      LLVMInitializeRISCVTargetInfo();
      LLVMInitializeRISCVTargetMC();
      LLVMInitializeRISCVDisassembler();
    };
    return CodeReader{Initialize,
                      Is64 ? "riscv64" : "riscv32",
                      "+m,+a,+f,+d,+c,+zba,+zbb,+zbs",
                      {"X#", "F#_D"},
                      createRiscvSemantics};
  }
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool PositionIndependent) const override;
};

std::optional<CodeFragment> RiscV::tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                            bool) const {
  constexpr StringLiteral Label = ".Let_table";
  const uint32_t Upper = (Number + 0x800) >> 12;
  CodeFragment Code;
  Code.Labels = {{Label, 0}};
  Code.relocate(ELF::R_RISCV_PCREL_HI20, Pointer);
  Code.emit(0x00000517, 4); // auipc a0, pointer
  Code.relocate(ELF::R_RISCV_PCREL_LO12_I, Label);
  Code.emit(0x00050513, 4);                  // addi a0, a0, pointer
  Code.emit(0x000005b7 | Upper << 12, 4);    // lui a1, number
  Code.emit(0x00058593 | (Number << 20), 4); // addi a1, a1, number
  Code.relocate(ELF::R_RISCV_CALL_PLT, Function);
  Code.emit(0x00000317, 4); // tail function
  Code.emit(0x00030067, 4);
  return Code;
}

} // namespace

const Arch &archRiscV() {
  static const RiscV TheArch;
  return TheArch;
}

} // namespace etprune
