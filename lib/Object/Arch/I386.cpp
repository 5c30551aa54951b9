// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

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

ET_DEFINE_MACHINE(I386)

} // namespace etprune
