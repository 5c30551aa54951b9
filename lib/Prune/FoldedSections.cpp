// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/FoldedSections.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace etprune {

/// Of a section's bytes and the types of its relocations. Equal sections may name different
/// symbols.
uint64_t FoldedSections::hash(const ObjectSection &Section) {
  std::vector<uint64_t> Words{xxh3_64bits(Section.Data), Section.Flags & ~ELF::SHF_GROUP};
  for (const ObjectRelocation &R : Section.Relocations)
    Words.insert(Words.end(), {R.Offset, R.Type});
  const uint64_t Hash = xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(Words.data()), Words.size() * sizeof(uint64_t)));
  return Hash >> 1; // two numbers are DenseMap's own
}

ArrayRef<uint64_t> FoldedSections::copiesOf(const ObjectSection &Section) const {
  constexpr uint64_t Writable = ELF::SHF_WRITE;
  if (!IsLld || (Section.Flags & Writable) || Section.Data.empty())
    return {};
  if (!Addresses) {
    Addresses.emplace();
    for (const LinkedObject &Object : Objects)
      for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I) {
        const ObjectSection &S = Object.Linked->Sections[I];
        if ((S.Flags & ELF::SHF_ALLOC) && !(S.Flags & Writable) && !S.Data.empty())
          for (const SectionLocation &L : Live.locations(*Object.Captured, I))
            (*Addresses)[hash(S)].push_back(L.address());
      }
  }
  auto It = Addresses->find(hash(Section));
  return It == Addresses->end() ? ArrayRef<uint64_t>() : ArrayRef<uint64_t>(It->second);
}

} // namespace etprune
