// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the sections of a link's objects in its image, by their names in the map. If sections of
// one object share a name, each of them gets the locations of all.
//
// The objects that a linker makes from intermediate code differ from link to link, and so do their
// names. In the map of another link, such objects are anonymous: each stands for all files of the
// map that no other object here names. Strings and constants that LLD merged over all objects
// belong to no object.

#pragma once

#include "Image/LinkMap.h"
#include "Object/InputObject.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace etprune {

struct SectionLocation {
  const MapSection *Output;
  const Contribution *Input;

  uint64_t address() const { return Input->Address; }
};

class MapIndex {
public:
  MapIndex() = default;
  MapIndex(MapIndex &&) noexcept = default; // keeps the addresses of the lists
  MapIndex &operator=(MapIndex &&) noexcept = default;
  /// The map must outlive the index. The objects after the first `NumNamed` are anonymous.
  MapIndex(const LinkMap &Map, llvm::ArrayRef<const InputObject *> Objects,
           size_t NumNamed = SIZE_MAX);

  bool contains(const InputObject &Object) const { return Locations.contains(&Object); }
  /// True also for a section that relaxation emptied.
  bool contains(const InputObject &Object, uint32_t Section) const {
    return !locations(Object, Section).empty() || RelaxedAway.contains({&Object, Section});
  }
  llvm::ArrayRef<SectionLocation> locations(const InputObject &Object, uint32_t Section) const {
    auto It = Locations.find(&Object);
    return It == Locations.end() ? llvm::ArrayRef<SectionLocation>() : It->second[Section];
  }
  /// The section's location if it has exactly one and shares it with no other section; else null.
  const SectionLocation *uniqueLocation(const InputObject &Object, uint32_t Section) const {
    const llvm::ArrayRef<SectionLocation> All = locations(Object, Section);
    return All.size() == 1 && !Shared.contains(All.data()) ? All.data() : nullptr;
  }

private:
  /// By object number and section name.
  llvm::DenseMap<std::pair<uint32_t, llvm::StringRef>, llvm::SmallVector<SectionLocation, 1>>
      ByName;
  /// The first locations of names that several sections share.
  llvm::DenseSet<const SectionLocation *> Shared;
  llvm::DenseSet<std::pair<const InputObject *, uint32_t>> RelaxedAway;
  /// By the index of the object's section.
  llvm::DenseMap<const InputObject *, std::vector<llvm::ArrayRef<SectionLocation>>> Locations;
};

} // namespace etprune
