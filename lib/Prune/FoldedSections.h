// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identical code folding (--icf): a section that is not in the image is there all the same where a
// section with the same bytes and relocations is.

#pragma once

#include "Image/MapIndex.h"

#include <optional>

namespace etprune {

/// An object of the link. Sections and symbols have the same indices in both forms.
struct LinkedObject {
  const InputObject *Captured; ///< as the user's link had it
  const InputObject *Linked;   ///< as this link had it: captured, or an edited copy
  /// No archive member: it is linked even where the map shows no section of it.
  bool IsAlwaysLoaded = false;
};

class FoldedSections {
public:
  /// Only LLD folds. `Objects` and `Live`, which is by the captured objects, must outlive this.
  FoldedSections(llvm::ArrayRef<LinkedObject> Objects, const MapIndex &Live, bool IsLld)
      : Objects(Objects), Live(Live), IsLld(IsLld) {}

  /// The addresses of sections in the image with the same bytes and relocations; none for writable
  /// sections, which are never folded.
  llvm::ArrayRef<uint64_t> copiesOf(const ObjectSection &Section) const;

private:
  static uint64_t hash(const ObjectSection &Section);

  llvm::ArrayRef<LinkedObject> Objects;
  const MapIndex &Live;
  bool IsLld;
  /// By hash; made when it is first asked for, which is seldom.
  mutable std::optional<llvm::DenseMap<uint64_t, std::vector<uint64_t>>> Addresses;
};

} // namespace etprune
