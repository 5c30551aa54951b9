// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/LiveSections.h"

#include "Image/LinkMapReaders.h"

#include "llvm/ADT/BitVector.h"

using namespace llvm;

namespace etprune {

LiveSections::LiveSections(const LinkMap &Map, ArrayRef<const InputObject *> Objects,
                           size_t NumNamed) {
  DenseMap<std::pair<StringRef, StringRef>, uint32_t> Numbers; // by file and member; 0 for others
  std::vector<uint32_t> NumberOf(Objects.size());
  for (size_t I = 0; I < NumNamed; ++I) {
    auto [File, Member] = splitMember(Objects[I]->Name); // as the map's readers do
    NumberOf[I] = Numbers.try_emplace({File, Member}, Numbers.size() + 1).first->second;
  }
  DenseMap<std::pair<uint32_t, StringRef>, Place> Sections;
  BitVector HasSections(Numbers.size() + 1);
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions)
      if (!C.Fill && C.Size > 0 && C.File != LldInternalFile) {
        uint32_t Number = Numbers.lookup({C.File, C.Member});
        HasSections.set(Number);
        Sections[{Number, C.Section}] = {&Output, &C};
      }
  for (size_t I = 0; I < Objects.size(); ++I) {
    if (!HasSections[NumberOf[I]])
      continue;
    std::vector<Place> &List = Places[Objects[I]];
    List.reserve(Objects[I]->Sections.size());
    for (const ObjectSection &Section : Objects[I]->Sections)
      List.push_back(Sections.lookup({NumberOf[I], Section.Name}));
  }
}

} // namespace etprune
