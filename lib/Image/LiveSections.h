// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the sections of a link's objects to what a map shows of them in the image.

#pragma once

#include "Image/LinkMap.h"
#include "Object/InputObject.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// The input sections that a map shows in the image, by object and name. A map cannot tell sections
/// of one object that share a name apart: each of them has the places of all. All objects that are
/// not among `Names` count as one, too: those that links make of intermediate code are cut and
/// named anew each time. What LLD merged of all objects is no section of one.
class LiveSections {
public:
  struct Place {
    const MapSection *Output;
    const Contribution *Input;
  };

  LiveSections() = default;
  LiveSections(LiveSections &&) noexcept = default; // the lists of places stay where they are
  LiveSections &operator=(LiveSections &&) noexcept = default;
  /// The first `NumNamed` of the objects are known by name.
  LiveSections(const LinkMap &Map, llvm::ArrayRef<const InputObject *> Objects, size_t NumNamed);

  /// Whether any section of an object is in the image.
  bool contains(const InputObject &Object) const { return Places.contains(&Object); }
  /// Where a section may lie; empty where it is not in the image.
  llvm::ArrayRef<Place> places(const InputObject &Object, uint32_t Section) const {
    auto It = Places.find(&Object);
    return It == Places.end() ? llvm::ArrayRef<Place>() : It->second[Section];
  }
  /// Whether the section is the only one of its object with its name, so that its place is its own.
  bool isAlone(const InputObject &Object, uint32_t Section) const {
    return places(Object, Section).size() == 1 && !Shared.contains(places(Object, Section).data());
  }
  /// The last of these places, or null where the section is not in the image.
  const Place *find(const InputObject &Object, uint32_t Section) const {
    const llvm::ArrayRef<Place> All = places(Object, Section);
    return All.empty() ? nullptr : &All.back();
  }

private:
  /// By the object's number and the section's name.
  llvm::DenseMap<std::pair<uint32_t, llvm::StringRef>, llvm::SmallVector<Place, 1>> ByName;
  llvm::DenseSet<const Place *> Shared; ///< first places of names that more than one section has
  llvm::DenseMap<const InputObject *, std::vector<llvm::ArrayRef<Place>>> Places; ///< by index
};

} // namespace etprune
