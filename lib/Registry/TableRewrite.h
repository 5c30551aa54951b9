// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans the edits of a link's objects, so that exactly the planned kernels are registered.
//
// The registration table is an object of its own. It refers to the planned kernels' functions, and
// nothing refers to any other kernel, so --gc-sections drops the rest. If a linker script collects
// the records itself (KEEP), there is no table object. The dropped records then get SHF_EXCLUDE, so
// that the linker removes them. In any link, dropped records with SHF_GNU_RETAIN get the flag, too.
//
// Linkers resolve undefined symbols before they collect sections. They would load archive members
// that only dropped kernels need, with the members' static constructors. So the edits make such
// references weak.

#pragma once

#include "Object/ObjectEdits.h"
#include "Registry/Resolver.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// Finds the sections of a link that only the dropped kernels of a plan reach, by the symbols and
/// relocations of all objects. Garbage collection does the same, but after the linker has loaded
/// archive members.
///
/// A section that may be live counts as live: a section that no dropped kernel reaches, every
/// definition of a symbol that a live section refers to, and every root. There are two exceptions.
/// `Callers` (see the constructor) and sections that lead to `Callers` are live only if a root
/// reaches them. For Purpose::Estimate, every section is live only if a root reaches it. If a live
/// section is found dead by mistake, verifyImage() refuses the image (Prune/Verify.h).
class DeadSections {
public:
  /// Edits, for planEdits(): each symbol that intermediate code names is a root, because the code's
  /// references are not known yet. Estimate, for sizes: if an object has machine code and
  /// intermediate code, only the references of the machine code count.
  enum Purpose { Edits, Estimate };

  /// `RootSymbols` are names of symbols and sections to which the entry, -u or linker scripts may
  /// refer. `Superseded` sections are dropped, with all sections that only they reach, because
  /// the table replaces them or their backend is dropped. `Callers` are sections with code that
  /// registers more kernels; isDead() then also tells if they are dead.
  DeadSections(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
               const llvm::StringSet<> &RootSymbols, llvm::ArrayRef<SectionRef> Superseded = {},
               Purpose For = Edits, llvm::ArrayRef<SectionRef> Callers = {});

  bool isDead(const InputObject &Object, uint32_t Section) const {
    auto It = States.find(&Object);
    return It != States.end() && It->second[Section] == Suspect;
  }
  bool hasSuperseded() const { return HasSuperseded; }

private:
  /// Sections that are still suspect after the second pass are dead (TableRewrite.cpp).
  enum State : uint8_t { Unreached, Suspect, Live };
  using Sections = llvm::SetVector<SectionRef>;

  llvm::ArrayRef<SectionRef> definitionsOf(llvm::StringRef Symbol) const {
    auto It = Definitions.find(Symbol);
    return It == Definitions.end() ? llvm::ArrayRef<SectionRef>() : It->second;
  }
  State &state(SectionRef S) { return States.find(S.Object)->second[S.Index]; }
  /// Sets `From`, and all sections in state `Before` that `From` reaches, to `After`.
  void spread(Sections From, State Before, State After);
  void addObject(const InputObject &Object);
  Sections suspects(const PrunePlan &Plan, llvm::ArrayRef<SectionRef> Superseded);
  static Sections thatLeadTo(llvm::ArrayRef<SectionRef> Callers,
                             llvm::ArrayRef<const InputObject *> Objects);
  void addKept(const PrunePlan &Plan, Sections &Roots) const;
  void addNamed(const llvm::StringSet<> &Names, Sections &Roots);

  llvm::StringMap<llvm::SmallVector<SectionRef, 1>> Definitions;
  llvm::DenseMap<const InputObject *, std::vector<State>> States;
  llvm::DenseMap<SectionRef, std::vector<SectionRef>> ExceptionTables; ///< by function section
  bool HasSuperseded;
};

using EditMap = llvm::DenseMap<const InputObject *, ObjectEdits>;

struct LinkRules {
  bool TableInScript;        ///< a linker script collects the records
  bool KeepsExceptionTables; ///< the linker keeps exception tables of functions that it removes
};

/// The edits that remove the plan's dropped kernels from the objects of a link. If the linker uses
/// an object's intermediate code, the object is not edited, because its machine code is ignored.
EditMap planEdits(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const DeadSections &Dead, const LinkRules &Rules);

// TableObject.cpp

struct RegistryParts {
  unsigned EntryWords = 3; ///< words of an entry: name, key, function; 2 without the key
  // For programs that register kernels at run time:
  bool IsStorage = false;    ///< defines TableStorageSymbol and TableCountSymbol
  bool IsAllKernels = false; ///< defines RegisteredKernelsSymbol as null: no other kernels exist
  std::string Initializer;   ///< a function to call before main; empty if none is needed
  /// The function to call before main with the table's address and number of entries, if not empty.
  std::string RegisterFunction;
  /// Symbols to which the table object refers, so that GNU ld loads the archive members that define
  /// them (Link/Inputs/ArchiveOrder.h).
  std::vector<std::string> Undefined;
};

/// The object has a record for each entry, in the order of `Entries`, and the properties of
/// `Target`.
llvm::Expected<llvm::SmallVector<char, 0>> writeTableObject(llvm::ArrayRef<TableEntry> Entries,
                                                            const TargetInfo &Target,
                                                            bool PositionIndependent,
                                                            const RegistryParts &Parts = {});

} // namespace etprune
