// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds which definition of each name a link chose.
//
// A name may have many definitions: weak and strong, in several archive members, in every object
// that has a COMDAT group, in the linker script, in an option. Two correct links of the same
// objects may choose different definitions, so this file does not compute the linker's choice. It
// reads the name's address in the image's symbol table. An object of the image must have a
// definition at this address. A strong definition outside COMDAT groups excludes weak definitions.
// If the image has no symbol table, every definition in the image's objects is accepted.

#pragma once

#include "Prune/LinkedProgram.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

struct ChosenDefinition {
  enum Kind : uint8_t {
    Here,      ///< defined at one of Addresses
    Elsewhere, ///< defined by the linker, by a shared library, or at an unknown address
    Misplaced, ///< the symbol table has the name at Addresses, where no object defines it
    Gone,      ///< the full image had a definition, and this image has none
  };
  Kind What = Elsewhere;
  /// True if a word that refers to the name must hold one of Addresses. False for STT_GNU_IFUNC and
  /// thread-local variables, and if the exact address is unknown.
  bool IsAddress = false;
  bool IsAbsent = false; ///< neither the symbol table nor an object in the image defines the name
  llvm::SmallVector<uint64_t, 1> Addresses;
};

class ChosenDefinitions {
public:
  explicit ChosenDefinitions(const LinkedProgram &Program);

  /// The name that the linker looks up for a reference to `Name`: another name if --wrap is given.
  llvm::StringRef wrapped(llvm::StringRef Name) const;
  /// The definition of a global name. The result lives as long as this object.
  const ChosenDefinition &find(llvm::StringRef Name);

private:
  struct Candidate {
    const LinkedObject *Object;
    const ObjectSymbol *Symbol;
    bool IsLoaded; ///< in the image; otherwise only in the full image

    /// Null for an absolute or common symbol.
    const ObjectSection *section() const {
      return Symbol->isInSection() ? &Object->Linked->Sections[Symbol->Section] : nullptr;
    }
  };

  using CandidateList = llvm::SmallVector<Candidate, 1>;
  using SymbolList = llvm::SmallVector<const ImageSymbol *, 2>;

  ChosenDefinition choose(llvm::StringRef Name) const;
  bool chooseSymbols(llvm::StringRef Name, const CandidateList &Definitions,
                     const SymbolList &Symbols, ChosenDefinition &Result) const;
  void chooseLocations(llvm::StringRef Name, const CandidateList &Definitions,
                       ChosenDefinition &Result) const;
  bool isLive(const Candidate &Definition) const;
  bool isDefinedAt(const Candidate &Definition, const ImageSymbol &Symbol) const;
  bool isFoldedAt(const Candidate &Definition, const ImageSymbol &Symbol) const;
  /// The definitions in the image's objects. If there is none, the full image's definitions.
  CandidateList candidates(llvm::StringRef Name) const;

  const LinkedProgram &Program;
  llvm::DenseMap<llvm::CachedHashStringRef, CandidateList> CandidatesNamed; ///< in link order
  llvm::DenseSet<llvm::CachedHashStringRef> GoneNames;
  llvm::StringMap<ChosenDefinition> Chosen;
};

} // namespace etprune
