// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Object/Arch/Arch.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace etprune {

ArrayRef<const Arch *> Arch::all() {
#define ET_MACHINE(Name) &arch##Name(),
  static const Arch *const All[] = {ET_MACHINES(ET_MACHINE)};
#undef ET_MACHINE
  return All;
}

const Arch *Arch::find(uint16_t Machine) {
  auto It = llvm::find_if(all(), [&](const Arch *A) { return A->Machine == Machine; });
  return It == all().end() ? nullptr : *It;
}

const Arch *Arch::find(const Triple &Target) {
  auto It = llvm::find_if(all(), [&](const Arch *A) { return A->isOf(Target); });
  return It == all().end() ? nullptr : *It;
}

const WordForm *Arch::wordForm(uint32_t Relocation) const {
  auto It = llvm::find_if(WordForms, [&](const WordForm &F) { return F.Relocation == Relocation; });
  return It == WordForms.end() ? nullptr : &*It;
}

std::string Arch::names() {
  std::string Text;
  for (const Arch *A : all())
    if (Text.find(A->Name) == std::string::npos)
      Text += (Text.empty() ? "" : A == all().back() ? " and " : ", ") + A->Name.str();
  return Text;
}

std::optional<uint64_t> RelaxedCode::find(uint64_t Offset) const {
  auto It = llvm::lower_bound(Offsets, std::pair(Offset, uint64_t(0)));
  return It == Offsets.end() || It->first != Offset ? std::nullopt : std::optional(It->second);
}

bool Arch::hasThumb(uint16_t Machine) {
  const Arch *A = find(Machine);
  return A && A->HasThumb;
}

} // namespace etprune
