// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the sections of a link's objects in the image, by the names of sections in the map. If
// several sections of one object have the same name, the map does not tell them apart, and each of
// these sections gets the locations of all.
//
// Objects that a linker makes from intermediate code have other names in each link. The map may
// come from another link than the objects, for example from the link of the full image. Then the
// map does not have the names of these objects, and the objects are anonymous. A section .text.f of
// an anonymous object gets the locations of all sections .text.f that belong to no named object.
//
// Strings and constants that LLD merged have no location, because the map names no object for them.

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
  MapIndex(MapIndex &&) noexcept = default; // a move keeps the entries to which Locations points
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
  /// The section's only location. Null if there are none or several, or if two sections share it.
  const SectionLocation *uniqueLocation(const InputObject &Object, uint32_t Section) const {
    const llvm::ArrayRef<SectionLocation> All = locations(Object, Section);
    return All.size() == 1 && !Shared.contains(All.data()) ? All.data() : nullptr;
  }

private:
  llvm::DenseMap<std::pair<uint32_t, llvm::StringRef>, llvm::SmallVector<SectionLocation, 1>>
      ByName;
  llvm::DenseSet<const SectionLocation *>
      Shared; ///< lists of ByName that several sections share, each by its first element
  llvm::DenseSet<std::pair<const InputObject *, uint32_t>> RelaxedAway;
  /// For each object, the locations of each section, by the section's index.
  llvm::DenseMap<const InputObject *, std::vector<llvm::ArrayRef<SectionLocation>>> Locations;
};

} // namespace etprune
