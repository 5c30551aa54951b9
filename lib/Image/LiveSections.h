// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the sections of a link's objects to what a map shows of them in the image.

#pragma once

#include "Image/LinkMap.h"
#include "Registry/InputObject.h"

#include "llvm/ADT/DenseMap.h"

namespace etprune {

/// The input sections that a map shows in the image, by object and name. Sections of one object
/// that share a name count as one, as a map cannot tell them apart. All objects that are not among
/// `Names` count as one, too: those that links make of intermediate code are cut and named anew
/// each time. What LLD merged of all objects is no section of one.
class LiveSections {
public:
  struct Place {
    const MapSection *Output;
    const Contribution *Input;
  };

  LiveSections() = default;
  /// The first `NumNamed` of the objects are known by name.
  LiveSections(const LinkMap &Map, llvm::ArrayRef<const InputObject *> Objects, size_t NumNamed);

  /// Whether any section of an object is in the image.
  bool contains(const InputObject &Object) const { return Places.contains(&Object); }
  /// Where a section lies, or null where it is not in the image.
  const Place *find(const InputObject &Object, uint32_t Section) const {
    auto It = Places.find(&Object);
    const Place *P = It == Places.end() ? nullptr : &It->second[Section];
    return P && P->Input ? P : nullptr;
  }

private:
  llvm::DenseMap<const InputObject *, std::vector<Place>> Places; ///< by section index
};

} // namespace etprune
