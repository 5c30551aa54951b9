// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry begins with its size, which does not include this word. The second word is the distance
// from this word to the common entry; in a common entry it is 0 (Linux Standard Base Core,
// "Exception Frames").

#include "Object/UnwindEntries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

std::vector<UnwindEntry> readUnwindEntries(const InputObject &Object, uint32_t Section) {
  const ObjectSection &Frames = Object.Sections[Section];
  std::vector<const ObjectRelocation *> Relocations;
  for (const ObjectRelocation &R : Frames.Relocations)
    Relocations.push_back(&R);
  llvm::stable_sort(Relocations, [](auto *A, auto *B) { return A->Offset < B->Offset; });
  auto Within = [&](uint64_t Start, uint64_t End) {
    auto IsBefore = [](const ObjectRelocation *R, uint64_t Offset) { return R->Offset < Offset; };
    auto First = llvm::lower_bound(Relocations, Start, IsBefore);
    return make_range(First, std::lower_bound(First, Relocations.end(), End, IsBefore));
  };
  auto Word = [&](uint64_t Offset) {
    return support::endian::read<uint32_t>(Frames.Data.data() + Offset, Object.Target.byteOrder());
  };

  std::vector<UnwindEntry> Entries;
  for (uint64_t Offset = 0; Frames.Data.size() - Offset >= 8;) {
    const uint64_t Size = uint64_t(Word(Offset)) + 4;
    if (Size < 8 || Size > Frames.Data.size() - Offset)
      break;
    const uint32_t ToCommon = Word(Offset + 4);
    auto Own = Within(Offset, Offset + Size);
    if (ToCommon != 0 && !Own.empty()) {
      UnwindEntry Entry{Size, *Own.begin(), {}};
      Entry.Others.append(std::next(Own.begin()), Own.end());
      const uint64_t Common = Offset + 4 - ToCommon;
      if (Common < Offset)
        llvm::append_range(Entry.Others, Within(Common, Common + Word(Common) + 4));
      Entries.push_back(std::move(Entry));
    }
    Offset += Size;
  }
  return Entries;
}

} // namespace etprune
