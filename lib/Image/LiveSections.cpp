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
  BitVector HasSections(Numbers.size() + 1);
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions)
      if (!C.Fill && C.Size > 0 && C.File != LldInternalFile) {
        uint32_t Number = Numbers.lookup({C.File, C.Member});
        HasSections.set(Number);
        ByName[{Number, C.Section}].push_back({&Output, &C});
      }
  DenseSet<const Place *> Taken;
  for (size_t I = 0; I < Objects.size(); ++I) {
    if (!HasSections[NumberOf[I]])
      continue;
    std::vector<ArrayRef<Place>> &List = Places[Objects[I]];
    List.reserve(Objects[I]->Sections.size());
    for (const ObjectSection &Section : Objects[I]->Sections) {
      auto It = ByName.find({NumberOf[I], Section.Name});
      List.push_back(It == ByName.end() ? ArrayRef<Place>() : ArrayRef<Place>(It->second));
      if (!List.back().empty() && Section.Size && !Taken.insert(List.back().data()).second)
        Shared.insert(List.back().data());
    }
  }
}

} // namespace etprune
