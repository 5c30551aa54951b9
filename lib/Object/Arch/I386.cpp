// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

namespace {

class I386 : public Arch {
public:
  I386() : Arch(ELF::EM_386) { UsesRela = false; }

  bool isOf(const Triple &T) const override { return T.isX86() && T.isArch32Bit(); }
  std::optional<uint32_t> absoluteRelocation(bool) const override { return ELF::R_386_32; }
  std::optional<WordForm> wordForm(uint32_t Relocation) const override {
    switch (Relocation) {
    case ELF::R_386_32:
      return WordForm{4, false};
    case ELF::R_386_PC32:
    case ELF::R_386_PLT32:
      return WordForm{4, true};
    default:
      return std::nullopt;
    }
  }
};

} // namespace

const Arch &archI386() {
  static const I386 TheArch;
  return TheArch;
}

} // namespace etprune
