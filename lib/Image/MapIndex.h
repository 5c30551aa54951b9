// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the sections of a link's objects are in its image.
//
// A map names the object and the section of every contribution, and an image can be read at its
// addresses. This index answers, from one pass over the map: is a section of an object in the
// image, and where? The map has names only, so that the answer is several locations where sections
// of one object share a name, and all of them have the locations of all.
//
// Objects that a linker makes of intermediate code are divided and named anew in each link. In the
// map of another link than theirs they are anonymous: all files of the map that have no object here
// count as one, which every anonymous object stands for. Strings and constants that LLD merged over
// all objects belong to none.

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
  MapIndex(MapIndex &&) noexcept = default; // leaves the lists of locations where they are
  MapIndex &operator=(MapIndex &&) noexcept = default;
  /// The map must outlive the index. The objects behind the first `NumNamed` are anonymous.
  MapIndex(const LinkMap &Map, llvm::ArrayRef<const InputObject *> Objects,
           size_t NumNamed = SIZE_MAX);

  /// Whether any section of an object is in the image.
  bool contains(const InputObject &Object) const { return Locations.contains(&Object); }
  /// Also a section of which relaxation left nothing.
  bool contains(const InputObject &Object, uint32_t Section) const {
    return !locations(Object, Section).empty() || RelaxedAway.contains({&Object, Section});
  }
  llvm::ArrayRef<SectionLocation> locations(const InputObject &Object, uint32_t Section) const {
    auto It = Locations.find(&Object);
    return It == Locations.end() ? llvm::ArrayRef<SectionLocation>() : It->second[Section];
  }
  /// The section's location if it has one that it shares with no other section, else null.
  const SectionLocation *uniqueLocation(const InputObject &Object, uint32_t Section) const {
    const llvm::ArrayRef<SectionLocation> All = locations(Object, Section);
    return All.size() == 1 && !Shared.contains(All.data()) ? All.data() : nullptr;
  }

private:
  /// By the object's number and the section's name.
  llvm::DenseMap<std::pair<uint32_t, llvm::StringRef>, llvm::SmallVector<SectionLocation, 1>>
      ByName;
  llvm::DenseSet<const SectionLocation *> Shared; ///< first ones of names that two sections have
  llvm::DenseSet<std::pair<const InputObject *, uint32_t>> RelaxedAway;
  /// By the index of the object's section.
  llvm::DenseMap<const InputObject *, std::vector<llvm::ArrayRef<SectionLocation>>> Locations;
};

} // namespace etprune
