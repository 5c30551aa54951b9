// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan leaves without use: the sections that only dropped kernels reach, going by names and
// relocations of all objects of a link. It errs on the side of life: what is not reached from a
// dropped kernel counts as live, a symbol reaches every definition of its name, and so do the names
// of roots, which may also be those of sections.

#pragma once

#include "Registry/Resolver.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// A section of an object of the link.
using SectionPlace = std::pair<const InputObject *, uint32_t>;

class DeadSections {
public:
  /// `RootSymbols` are names of symbols and sections that something outside the objects may refer
  /// to (entry, -u, linker scripts). `Replaced` are sections that something else takes the place
  /// of: what only they need goes with them.
  DeadSections(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
               const llvm::StringSet<> &RootSymbols, llvm::ArrayRef<SectionPlace> Replaced = {});

  bool isDead(const InputObject &Object, uint32_t Section) const {
    auto It = States.find(&Object);
    return It != States.end() && It->second[Section] == Suspect;
  }
  bool hasReplaced() const { return HasReplaced; }

private:
  enum State : uint8_t { Unreached, Suspect, Live };
  using Place = SectionPlace;

  template <class Visit>
  void forEachReferenced(const InputObject &Object, uint32_t Section, Visit V) const;
  static bool mayBeDropped(const ObjectSection &Section);
  State &state(Place P) { return States[P.first][P.second]; }
  void spread(std::vector<Place> Work, State From, State To);

  llvm::StringMap<llvm::SmallVector<Place, 1>> Definitions;
  llvm::DenseMap<const InputObject *, std::vector<State>> States;
  bool HasReplaced;
};

} // namespace etprune
