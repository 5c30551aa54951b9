// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Xtensa, of the ESP8266 (lx106). Code loads addresses and large constants from literal pools: each
// `.text.f` has a `.literal.f` beside it, and a pool is what refers to functions and data.

#include "Object/Arch/Arch.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class Xtensa : public Arch {
public:
  Xtensa() : Arch(ELF::EM_XTENSA, "Xtensa") {
    Absolute32 = ELF::R_XTENSA_32;
    WordForms = {{ELF::R_XTENSA_32, 4}, {ELF::R_XTENSA_32_PCREL, 4, true}};
    Emulation = "elf32xtensa";
    Compiler = "xtensa-lx106-elf-g++";
    Addends = AddendsIn::Both;
    Relaxes = Relaxing::UnlessDisabled;
  }

  bool isOf(const Triple &T) const override { return T.getArch() == Triple::xtensa; }
};

} // namespace

const Arch &archXtensa() {
  static const Xtensa TheArch;
  return TheArch;
}

} // namespace etprune
