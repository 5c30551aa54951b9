// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"

#include "llvm/ADT/ArrayRef.h"
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
  auto It = llvm::find_if(machines(), [&](const Arch *A) { return A->Machine == Machine; });
  return It == machines().end() ? nullptr : *It;
}

const Arch *Arch::find(const Triple &Target) {
  auto It = llvm::find_if(machines(), [&](const Arch *A) { return A->isOf(Target); });
  return It == machines().end() ? nullptr : *It;
}

const WordForm *Arch::wordForm(uint32_t Relocation) const {
  auto It = llvm::find_if(WordForms, [&](const WordForm &F) { return F.Relocation == Relocation; });
  return It == WordForms.end() ? nullptr : &*It;
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
