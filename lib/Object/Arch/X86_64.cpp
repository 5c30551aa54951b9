// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class X86_64 : public Arch {
public:
  X86_64() : Arch(ELF::EM_X86_64) {
    MostRelocations = 2; // of a displacement and an immediate
  }

  bool isOf(const Triple &T) const override { return T.isX86() && T.isArch64Bit(); }
  std::optional<uint32_t> absoluteRelocation(bool Is64) const override {
    return Is64 ? std::optional<uint32_t>(ELF::R_X86_64_64) : std::nullopt; // not x32
  }
  std::optional<WordForm> wordForm(uint32_t Relocation) const override;
  std::optional<CodeReader> codeReader(bool, bool) const override;
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool PositionIndependent) const override;
};

std::optional<WordForm> X86_64::wordForm(uint32_t Relocation) const {
  switch (Relocation) {
  case ELF::R_X86_64_64:
    return WordForm{8, false};
  case ELF::R_X86_64_32:
    return WordForm{4, false};
  case ELF::R_X86_64_32S:
    return WordForm{4, false, true};
  case ELF::R_X86_64_PC32:
  case ELF::R_X86_64_PLT32:
    return WordForm{4, true};
  case ELF::R_X86_64_PC64:
    return WordForm{8, true};
  default:
    return std::nullopt;
  }
}

std::optional<CodeReader> X86_64::codeReader(bool, bool) const {
  auto Initialize = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
  };
  return CodeReader{Initialize,
                    "x86_64",
                    "",
                    {"RAX", "RBX", "RCX", "RDX", "RSI", "RDI", "RBP", "RSP", "R#", "ZMM#"},
                    createX86Semantics};
}

std::optional<CodeFragment> X86_64::tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                             bool) const {
  CodeFragment Code;
  Code.emit(0xfa1e0ff3, 4); // endbr64
  Code.emit(0x3d8d48, 3);   // lea pointer(%rip), %rdi
  Code.relocate(ELF::R_X86_64_PC32, Pointer, -4);
  Code.emit(0, 4);
  Code.emit(0xbe, 1); // mov $number, %esi
  Code.emit(Number, 4);
  Code.emit(0xe9, 1); // jmp function
  Code.relocate(ELF::R_X86_64_PLT32, Function, -4);
  Code.emit(0, 4);
  return Code;
}

} // namespace

const Arch &archX86_64() {
  static const X86_64 TheArch;
  return TheArch;
}

} // namespace etprune
