// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/LinkedProgram.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

std::optional<LiveSections::Place> LinkedProgram::placeOf(const LinkedObject &Object,
                                                          uint32_t Section) const {
  const ArrayRef<LiveSections::Place> Places = Live.places(*Object.Captured, Section);
  if (Places.empty())
    return std::nullopt;
  if (Live.isAlone(*Object.Captured, Section))
    return Places.front();
  for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
    if (Symbol.Section != Section || Symbol.Type == ELF::STT_SECTION || Symbol.Name.empty())
      continue;
    for (const ImageSymbol *Found : Symbols.named(Symbol.Name))
      for (const LiveSections::Place &P : Places)
        if (!Found->Undefined && Found->Value - Symbol.Value == P.Input->Address)
          return P;
  }
  return std::nullopt;
}

SmallVector<uint64_t, 1> LinkedProgram::addresses(const InputObject &Object, uint32_t Section,
                                                  uint64_t Offset) const {
  SmallVector<uint64_t, 1> Result;
  for (const LiveSections::Place &P : Live.places(Object, Section))
    Result.push_back(P.Input->Address + Offset);
  if (Result.empty())
    for (uint64_t Copy : Folded.copiesOf(Object.Sections[Section]))
      Result.push_back(Copy + Offset);
  return Result;
}

} // namespace etprune
