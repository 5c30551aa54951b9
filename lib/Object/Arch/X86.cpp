// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The relocations and tools of x86-64 and i386. X86Semantics.cpp has rules for x86-64 instructions.

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class X86_64 : public Arch { // NOLINT(readability-identifier-naming): as in EM_X86_64
public:
  X86_64() : Arch(ELF::EM_X86_64, "x86") {
    ToolPrefixes = {"", "x86_64-linux-gnu-"};
    Emulation = "elf_x86_64";
    DistanceBias = 4;
    Absolute64 = ELF::R_X86_64_64; // no Absolute32: x32 is not supported
    WordForms = {{ELF::R_X86_64_64, 8},
                 {ELF::R_X86_64_32, 4},
                 {ELF::R_X86_64_32S, 4, false, true},
                 {ELF::R_X86_64_PC32, 4, true},
                 {ELF::R_X86_64_PLT32, 4, true},
                 {ELF::R_X86_64_PC64, 8, true}};
    MostRelocations = 2; // a displacement and an immediate
  }

  bool isOf(const Triple &T) const override { return T.isX86() && T.isArch64Bit(); }
  std::optional<CodeReader> codeReader(bool, bool) const override {
    return CodeReader{ET_INITIALIZE_TARGET(X86),
                      "x86_64",
                      "",
                      {"RAX", "RBX", "RCX", "RDX", "RSI", "RDI", "RBP", "RSP", "R#", "ZMM#"},
                      makeX86Semantics};
  }
  std::optional<CodeFragment> tailCall(StringRef Function, StringRef Pointer, uint32_t Number,
                                       bool) const override {
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
};

class I386 : public Arch {
public:
  I386() : Arch(ELF::EM_386, "x86") {
    Emulation = "elf_i386";
    Absolute32 = ELF::R_386_32;
    WordForms = {{ELF::R_386_32, 4}, {ELF::R_386_PC32, 4, true}, {ELF::R_386_PLT32, 4, true}};
    UsesRela = false;
  }

  bool isOf(const Triple &T) const override { return T.isX86() && T.isArch32Bit(); }
};

} // namespace

ET_DEFINE_MACHINE(X86_64)
ET_DEFINE_MACHINE(I386)

} // namespace etprune
