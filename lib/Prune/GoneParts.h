// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parts of the full image a pruning takes out: those that only dropped kernels reach, and
// archive members that nothing would load any more.

#pragma once

#include "Prune/PruneLink.h"

#include "llvm/BinaryFormat/ELF.h"

namespace etprune {

inline bool isMerged(const ObjectSection &Section) { return Section.Flags & llvm::ELF::SHF_MERGE; }

class GoneParts {
public:
  using Part = const Contribution *;

  /// Pairs what `Full`, the map of the full image, shows with the sections of the link's objects.
  GoneParts(const CapturedLink &Link, const PrunePlan &Plan, const PreparedLink &Prepared,
            const LinkMap &Full);

  /// Finds what goes with this table in place of the full one; null where the link has none.
  void findDead(const InputObject *Table);

  /// After findDead().
  bool isGone(SectionPlace P) const;

  llvm::DenseMap<Part, SectionPlace> PlaceOf;
  llvm::DenseMap<SectionPlace, Part> PartOf; ///< what is in the full image

private:
  void findParts();

  const CapturedLink &Link;
  const PrunePlan &Plan;
  const PreparedLink &Prepared;
  const LinkMap &Full;
  std::optional<DeadSections> Dead;
};

} // namespace etprune
