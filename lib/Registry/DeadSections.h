// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sections of a link that only the dropped kernels of a plan reach, found from the names and
// relocations of all objects. The linker's own collection decides what is in the image; this one
// tells beforehand which references may be edited out of the objects.
//
// A section that may be live counts as live, whatever the linker would make of it: one that no
// dropped kernel reaches, every definition of a symbol that a live section refers to, and every
// section or symbol that is named as a root. Callers that are asked about are the exception: they
// and what leads to them are live only where a root reaches them. So is every section where sizes
// are estimated. Wildcards in `KEEP` are not evaluated; where that is too little, the check after
// the link refuses the image.

#pragma once

#include "Registry/Resolver.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// An exception table that no mark binds to its function: the function's entry in .eh_frame names
/// it, and a section is live where the function is.
bool isExceptionTable(const ObjectSection &Section);

class DeadSections {
public:
  /// For edits, intermediate code that the link compiles may refer to any name in it, as the
  /// optimiser decides. For an estimate of sizes its references are those of its machine code, and
  /// a section that nothing reaches is dead.
  enum Purpose { Edits, Estimate };

  /// `RootSymbols` are names of symbols and sections that something outside the objects may refer
  /// to (entry, -u, linker scripts). `Superseded` are sections that something else takes the place
  /// of: they are dropped with all that only they reach. `Callers` are asked about.
  DeadSections(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
               const llvm::StringSet<> &RootSymbols, llvm::ArrayRef<SectionRef> Superseded = {},
               Purpose For = Edits, llvm::ArrayRef<SectionRef> Callers = {});

  bool isDead(const InputObject &Object, uint32_t Section) const {
    auto It = States.find(&Object);
    return It != States.end() && It->second[Section] == Suspect;
  }
  bool hasSuperseded() const { return HasSuperseded; }

private:
  /// Suspect sections are reached from dropped ones; those that stay so are dead.
  enum State : uint8_t { Unreached, Suspect, Live };
  using Sections = llvm::SetVector<SectionRef>;

  llvm::ArrayRef<SectionRef> definitionsOf(llvm::StringRef Symbol) const {
    auto It = Definitions.find(Symbol);
    return It == Definitions.end() ? llvm::ArrayRef<SectionRef>() : It->second;
  }
  State &state(SectionRef S) { return States.find(S.Object)->second[S.Index]; }
  /// Marks the sections, and all that they reach and that are in the state `Before`, as `After`.
  void spread(Sections From, State Before, State After);
  void addObject(const InputObject &Object);
  Sections suspects(const PrunePlan &Plan, llvm::ArrayRef<SectionRef> Superseded);
  static Sections thatLeadTo(llvm::ArrayRef<SectionRef> Callers,
                             llvm::ArrayRef<const InputObject *> Objects);
  void addKept(const PrunePlan &Plan, Sections &Roots) const;
  void addNamed(const llvm::StringSet<> &Names, Sections &Roots);

  llvm::StringMap<llvm::SmallVector<SectionRef, 1>> Definitions;
  llvm::DenseMap<const InputObject *, std::vector<State>> States;
  llvm::DenseMap<SectionRef, std::vector<SectionRef>> ExceptionTables; ///< of functions' sections
  bool HasSuperseded;
};

} // namespace etprune
