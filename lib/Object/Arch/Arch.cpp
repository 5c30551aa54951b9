// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

static ArrayRef<const Arch *> machines() {
#define ET_MACHINE(Name) &arch##Name(),
  static const Arch *const All[] = {ET_MACHINES(ET_MACHINE)};
#undef ET_MACHINE
  return All;
}

const Arch *Arch::find(uint16_t Machine) {
  for (const Arch *A : machines())
    if (A->Machine == Machine)
      return A;
  return nullptr;
}

const Arch *Arch::find(const Triple &Target) {
  for (const Arch *A : machines())
    if (A->isOf(Target))
      return A;
  return nullptr;
}

bool Arch::isRelaxed(uint16_t Machine) {
  const Arch *A = find(Machine);
  return A && A->IsRelaxed;
}

bool Arch::hasThumb(uint16_t Machine) {
  const Arch *A = find(Machine);
  return A && A->HasThumb;
}

} // namespace etprune
