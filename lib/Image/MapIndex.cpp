// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/MapIndex.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

MapIndex::MapIndex(const LinkMap &Map, ArrayRef<const InputObject *> Objects, size_t NumNamed) {
  // A number for each named object, by file and member. All other objects have the number 0: the
  // linker made them from intermediate code, and the map may not have their names.
  DenseMap<std::pair<StringRef, StringRef>, uint32_t> Numbers;
  std::vector<uint32_t> NumberOf(Objects.size());
  for (size_t I = 0; I < std::min(NumNamed, Objects.size()); ++I) {
    auto [File, Member] = splitMember(Objects[I]->Name); // as parseLinkMap() does
    NumberOf[I] = Numbers.try_emplace({File, Member}, Numbers.size() + 1).first->second;
  }
  BitVector HasSections(Numbers.size() + 1);
  DenseSet<std::pair<uint32_t, StringRef>> Emptied;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      if (C.Fill || C.File == LldInternalFile || (C.Size == 0 && !C.RelaxedAway))
        continue;
      uint32_t Number = Numbers.lookup({C.File, C.Member});
      if (C.RelaxedAway) {
        Emptied.insert({Number, C.Section});
        continue;
      }
      HasSections.set(Number);
      ByName[{Number, C.Section}].push_back({&Output, &C});
    }
  DenseSet<const SectionLocation *> Taken;
  for (size_t I = 0; I < Objects.size(); ++I) {
    if (!HasSections[NumberOf[I]])
      continue;
    std::vector<ArrayRef<SectionLocation>> &List = Locations[Objects[I]];
    if (!List.empty()) // the object is listed twice
      continue;
    List.reserve(Objects[I]->Sections.size());
    for (const ObjectSection &Section : Objects[I]->Sections) {
      auto It = ByName.find({NumberOf[I], Section.Name});
      List.push_back(It == ByName.end() ? ArrayRef<SectionLocation>()
                                        : ArrayRef<SectionLocation>(It->second));
      if (!List.back().empty() && Section.Size && !Taken.insert(List.back().data()).second)
        Shared.insert(List.back().data());
      // GNU ld's map also has size 0 for a section whose strings or unwind entries (.ARM.exidx)
      // were merged into another section. Relaxation did not empty such a section.
      if (List.back().empty() && !Section.isMergeable() && !(Section.Flags & ELF::SHF_LINK_ORDER) &&
          Emptied.contains({NumberOf[I], Section.Name}))
        RelaxedAway.insert({Objects[I], List.size() - 1});
    }
  }
}

} // namespace etprune
