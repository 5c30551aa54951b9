// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which definition of each name a link chose, going by its image.
//
// A name may be defined many times: weak and strong, in several archive members, in every object
// that has a COMDAT group, by the linker script, by an option. Two right links of the same objects
// need not choose the same. So nothing here repeats the linker's choice: the image's symbol table
// says where the name is, and that place must be one of its definitions among the objects that are
// in the image, of its strong ones if there are any. An image without a symbol table does not say
// which: then it may be any of those.

#pragma once

#include "Prune/LinkedProgram.h"

#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace etprune {

struct ChosenDefinition {
  enum Kind : uint8_t {
    Here,      ///< at one of Addresses
    Elsewhere, ///< the linker's own, a shared library's, or one that cannot be placed
    Misplaced, ///< the symbol table has the name, at Addresses, where nothing defines it
    Gone,      ///< the full image had a definition, and this one has none
  };
  Kind What = Elsewhere;
  /// Whether a reference is a matter of these addresses: not where code chooses when it starts
  /// (STT_GNU_IFUNC), and not of variables that each thread has.
  bool IsAddress = false;
  /// Whether nothing of that name is in the image, going by its symbol table and by the objects.
  bool IsAbsent = false;
  llvm::SmallVector<uint64_t, 1> Addresses;
};

class ChosenDefinitions {
public:
  explicit ChosenDefinitions(const LinkedProgram &Program);

  /// What an undefined symbol's name stands for in this link, where --wrap may change it.
  llvm::StringRef wrapped(llvm::StringRef Name) const;
  /// The definition of a global name. The reference stays valid.
  const ChosenDefinition &find(llvm::StringRef Name);

private:
  struct Candidate {
    const LinkedObject *Object;
    const ObjectSymbol *Symbol;
    bool IsLoaded; ///< or in the full image alone
    uint32_t Next; ///< of the same name
  };
  static constexpr uint32_t None = UINT32_MAX;

  ChosenDefinition choose(llvm::StringRef Name) const;
  bool isDefinedAt(const Candidate &Definition, const ImageSymbol &Symbol) const;
  bool isFoldedAt(const Candidate &Definition, const ImageSymbol &Symbol) const;
  bool isMadeByLinker(uint64_t Address) const;
  /// Of the objects in the image, the strong ones if there are any; where none defines the name, of
  /// those that went.
  llvm::SmallVector<const Candidate *, 2> candidates(llvm::StringRef Name) const;

  const LinkedProgram &Program;
  std::vector<Candidate> Candidates;
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> FirstCandidate; ///< into Candidates
  llvm::DenseSet<llvm::CachedHashStringRef> GoneNames;
  llvm::DenseMap<llvm::CachedHashStringRef, std::unique_ptr<ChosenDefinition>> Chosen;
};

} // namespace etprune
