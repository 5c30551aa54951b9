// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the symbols that an image exports for use by other images. In shared libraries and with
// `-rdynamic`, every visible symbol is a root, unless a version script hides the symbol. If several
// patterns match a symbol, GNU ld and LLD may choose different patterns. A symbol therefore counts
// as hidden only if GNU ld and LLD hide it. If a version script cannot be parsed, no symbol counts
// as hidden. If a dynamic list cannot be parsed, every symbol counts as exported.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/LinkInputs.h"
#include "Link/Script/VersionScript.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace etprune {

class SymbolExports {
public:
  SymbolExports(const LinkCommand &Command, const LinkInputs &Inputs);

  /// True if a version script hides a symbol, whichever object defines the symbol.
  bool hides(llvm::StringRef Name) const { return Versions.hides(Name); }
  /// True if other images may refer to a symbol of an object by its name.
  bool shows(const InputObject &Object, const ObjectSymbol &Symbol) const;

private:
  bool ShowsAll; ///< true if the image exports every symbol that is not hidden
  VersionPatterns Versions;
  SymbolPatterns Listed; ///< from dynamic lists and --export-dynamic-symbol
  llvm::SmallPtrSet<const InputObject *, 16> Excluded; ///< by --exclude-libs
};

} // namespace etprune
