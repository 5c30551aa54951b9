// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/SymbolIndex.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

SymbolIndex::SymbolIndex(const ElfImage &Image)
    : Symbols(Image.symbols()), Next(Image.symbols().size(), None) {
  First.reserve(Symbols.size());
  for (uint32_t I = 0; I < Symbols.size(); ++I) {
    if (Symbols[I].Type == ELF::STT_FILE || Symbols[I].Type == ELF::STT_SECTION)
      continue;
    uint32_t &Head =
        First.try_emplace(CachedHashStringRef(withoutVersion(Symbols[I].Name)), None).first->second;
    Next[I] = Head;
    Head = I;
  }
}

SmallVector<const ImageSymbol *, 2> SymbolIndex::named(StringRef Name) const {
  SmallVector<const ImageSymbol *, 2> Result;
  auto It = First.find(CachedHashStringRef(withoutVersion(Name)));
  for (uint32_t I = It == First.end() ? None : It->second; I != None; I = Next[I])
    Result.push_back(&Symbols[I]);
  return Result;
}

} // namespace etprune
