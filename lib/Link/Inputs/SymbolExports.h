// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the symbols that an image exports, so that other images may use them. In shared libraries
// and with `-rdynamic`, every visible symbol is a root unless it is certainly hidden. GNU ld and
// LLD rank patterns differently, so a symbol is hidden only if both agree. A script that cannot be
// parsed hides nothing; a dynamic list that cannot be parsed exports everything.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/LinkInputs.h"
#include "Link/Script/VersionScript.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace etprune {

class SymbolExports {
public:
  SymbolExports(const LinkCommand &Command, const LinkInputs &Inputs);

  /// True if a version script makes a name local in every object.
  bool hides(llvm::StringRef Name) const { return Versions.hides(Name); }
  /// True if other images may refer to a symbol of an object by its name.
  bool shows(const InputObject &Object, const ObjectSymbol &Symbol) const;

private:
  bool ShowsAll; ///< true if the image exports every symbol that nothing hides
  VersionPatterns Versions;
  SymbolPatterns Listed;
  /// The objects of archives that --exclude-libs names.
  llvm::SmallPtrSet<const InputObject *, 16> Excluded;
};

} // namespace etprune
