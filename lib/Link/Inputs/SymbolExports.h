// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which symbols of its objects an image shows to other images, so that code outside of it may use
// them: by kind of link and visibility, --version-script, --dynamic-list and --exclude-libs. Both
// links of a selection, the wrapper's and the pruning after it, ask here with the same recorded
// files, and so decide alike.
//
// In shared libraries and with `-rdynamic`, every visible symbol is a root, save those that are
// hidden for certain: GNU ld and LLD rank patterns differently, so a symbol is hidden only where
// both agree. A version script hides a name if one of its local patterns matches and no global one,
// or if it names it as local and nowhere as global. Where a script is not understood, it hides
// nothing, and a dynamic list that is not understood shows everything. Compile kernel code with
// `-fvisibility=hidden` there.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/LinkInputs.h"
#include "Link/Script/VersionScript.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace etprune {

class SymbolExports {
public:
  SymbolExports(const LinkCommand &Command, const LinkInputs &Inputs);

  /// True if a version script makes a name local, whichever object defines it.
  bool hides(llvm::StringRef Name) const { return Versions.hides(Name); }
  /// True if other images may refer to a symbol of an object by its name.
  bool shows(const InputObject &Object, const ObjectSymbol &Symbol) const;

private:
  bool ShowsAll; ///< every symbol that nothing hides
  VersionPatterns Versions;
  SymbolPatterns Listed;
  llvm::SmallPtrSet<const InputObject *, 16> Excluded; ///< of archives named by --exclude-libs
};

} // namespace etprune
