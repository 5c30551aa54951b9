// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of a link as it saw them, and which of their sections identical code folding
// (--icf) may have made one: a section that is not in the image is there all the same where a copy
// of it is.

#pragma once

#include "Image/LiveSections.h"

#include <optional>

namespace etprune {

/// An object of the link. Sections and symbols have the same indices in both forms.
struct LinkedObject {
  const InputObject *Captured; ///< as the user's link had it
  const InputObject *Linked;   ///< as this link had it: captured, or an edited copy
  /// Linked whatever else the link needs, as archive members are not: the map of its image may show
  /// no section of it.
  bool IsAlwaysLoaded = false;
};

class FoldedSections {
public:
  /// Only LLD folds. `Objects` and `Live`, which is by the captured objects, must outlive this.
  FoldedSections(llvm::ArrayRef<LinkedObject> Objects, const LiveSections &Live, bool IsLld)
      : Objects(Objects), Live(Live), IsLld(IsLld) {}

  /// The addresses of sections in the image with the same bytes and relocations. Not of what may be
  /// written.
  llvm::ArrayRef<uint64_t> copiesOf(const ObjectSection &Section) const;

private:
  static uint64_t hash(const ObjectSection &Section);

  llvm::ArrayRef<LinkedObject> Objects;
  const LiveSections &Live;
  bool IsLld;
  /// By hash; made when it is first asked for, which is seldom.
  mutable std::optional<llvm::DenseMap<uint64_t, std::vector<uint64_t>>> Addresses;
};

} // namespace etprune
