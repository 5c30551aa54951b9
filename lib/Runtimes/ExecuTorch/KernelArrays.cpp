// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds constant arrays of kernels that no static initialiser registers. The program passes such an
// array to `load_method`, as the registry of one method.

#include "Runtimes/ExecuTorch/ExecuTorch.h"

#include "Object/RecordNames.h"

#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

/// The operator that a kernel's name relocation refers to; none if the string is no operator name.
static std::optional<std::string> operatorAt(const InputObject &Object, uint32_t Section,
                                             const ObjectRelocation &R) {
  const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
  auto Addend = Object.wordAddend(Section, R);
  if (!Addend || !Symbol.isInSection()) {
    consumeError(Addend.takeError());
    return std::nullopt;
  }
  auto Text = Object.stringAt(Symbol.Section, Symbol.Value + *Addend);
  if (!Text) {
    consumeError(Text.takeError());
    return std::nullopt;
  }
  return Text->contains("::") ? std::optional(Text->str()) : std::nullopt;
}

/// True if a relocation refers to a function, in this object or in another object.
static bool isFunction(const InputObject &Object, const ObjectRelocation &R) {
  const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
  return Symbol.isUndefined() ||
         (Symbol.isInSection() && (Object.Sections[Symbol.Section].Flags & ELF::SHF_EXECINSTR));
}

/// The operators of an array's kernels. Empty if the section is no such array, or is an et-prune
/// record. A kernel is three words: name, key, function. The key of a fallback is null.
static std::vector<std::string> operatorsOf(const InputObject &Object, uint32_t Index) {
  const ObjectSection &Section = Object.Sections[Index];
  const unsigned Word = Object.Target.wordSize();
  if (!(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_EXECINSTR) ||
      Section.Type != ELF::SHT_PROGBITS || Section.Name.starts_with(RecordSectionPrefix) ||
      Section.Relocations.empty() || Section.Size == 0 || Section.Size % (3 * Word) != 0)
    return {};
  std::map<uint64_t, const ObjectRelocation *> At;
  for (const ObjectRelocation &R : Section.Relocations)
    At[R.Offset] = &R;
  std::vector<std::string> Ops;
  for (uint64_t Entry = 0; Entry < Section.Size; Entry += 3 * Word) {
    const auto Name = At.find(Entry), Function = At.find(Entry + 2 * Word);
    if (Name == At.end() || Function == At.end() || !isFunction(Object, *Function->second))
      return {};
    std::optional<std::string> Op = operatorAt(Object, Index, *Name->second);
    if (!Op)
      return {};
    Ops.push_back(std::move(*Op));
  }
  return Ops;
}

std::vector<KernelArray> ExecuTorch::kernelArrays(const InputObject &Object) const {
  std::vector<KernelArray> Found;
  for (uint32_t I = 1; I < Object.Sections.size(); ++I)
    if (std::vector<std::string> Ops = operatorsOf(Object, I); !Ops.empty())
      Found.push_back({&Object, I, std::move(Ops)});
  return Found;
}

} // namespace etprune
