// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which definition of each name a link chose, going by its image.
//
// A name may be defined many times: weak and strong, in several archive members, in every object
// that has a COMDAT group, by the linker script, by an option. Two right links of the same objects
// need not choose the same. So nothing here repeats the linker's choice: the image's symbol table
// says at which address the name is, and there must be one of its definitions in the objects that
// are in the image, one of the strong ones if there are any. An image without a symbol table does
// not say which: then it may be any of those.

#pragma once

#include "Prune/LinkedProgram.h"

#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace etprune {

struct ChosenDefinition {
  enum Kind : uint8_t {
    Here,      ///< at one of Addresses
    Elsewhere, ///< the linker's own, a shared library's, or one of unknown address
    Misplaced, ///< the symbol table has the name, at Addresses, where nothing defines it
    Gone,      ///< the full image had a definition, and this one has none
  };
  Kind What = Elsewhere;
  /// References hold one of these addresses. False for references to a function that is chosen when
  /// the program starts (STT_GNU_IFUNC) and to thread-local variables.
  bool IsAddress = false;
  /// Neither the symbol table nor the objects have the name in the image.
  bool IsAbsent = false;
  llvm::SmallVector<uint64_t, 1> Addresses;
};

class ChosenDefinitions {
public:
  explicit ChosenDefinitions(const LinkedProgram &Program);

  /// The name that an undefined symbol stands for: --wrap may change it.
  llvm::StringRef wrapped(llvm::StringRef Name) const;
  /// The definition of a global name. The reference stays valid.
  const ChosenDefinition &find(llvm::StringRef Name);

private:
  struct Candidate {
    const LinkedObject *Object;
    const ObjectSymbol *Symbol;
    bool IsLoaded; ///< or in the full image alone
  };

  using CandidateList = llvm::SmallVector<const Candidate *, 2>;
  using SymbolList = llvm::SmallVector<const ImageSymbol *, 2>;

  ChosenDefinition choose(llvm::StringRef Name) const;
  bool chooseSymbols(llvm::StringRef Name, const CandidateList &Definitions,
                     const SymbolList &Symbols, ChosenDefinition &Result) const;
  void chooseLocations(llvm::StringRef Name, const CandidateList &Definitions,
                       ChosenDefinition &Result) const;
  bool isLive(const Candidate &Definition) const;
  bool isDefinedAt(const Candidate &Definition, const ImageSymbol &Symbol) const;
  bool isFoldedAt(const Candidate &Definition, const ImageSymbol &Symbol) const;
  /// The definitions in the objects of the image, the strong ones if there are any; where these
  /// objects have none, the definitions in the objects of the full image.
  CandidateList candidates(llvm::StringRef Name) const;

  const LinkedProgram &Program;
  std::deque<Candidate> Candidates; ///< in the order of the link
  llvm::DenseMap<llvm::CachedHashStringRef, llvm::TinyPtrVector<const Candidate *>> CandidatesNamed;
  llvm::DenseSet<llvm::CachedHashStringRef> GoneNames;
  llvm::DenseMap<llvm::CachedHashStringRef, std::unique_ptr<ChosenDefinition>> Chosen;
};

} // namespace etprune
