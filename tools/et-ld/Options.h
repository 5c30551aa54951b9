// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-ld's own options as a plain structure.

#pragma once

#include "common/PruneDriver.h"

namespace etprune {

struct Options : PruneRequest {
  bool AreGiven = false; ///< at least one option of et-ld was given
  bool PostLink = false; ///< --et-post-link or --et-keep-full is given
  std::string KeepFull;

  /// True if only some kernels are linked. Without a selection, Selectors means "all operators".
  bool hasSelection() const;
  /// True if the link has every kernel and writes only image and bundle.
  bool isPlain() const;
};

/// Expands the response files in a linker's arguments and removes et-ld's options from the
/// arguments. An unknown option that begins with --et- is an error.
llvm::Expected<Options> takeOptions(std::vector<std::string> &Args);

void printOptions(llvm::StringRef Usage, llvm::raw_ostream &OS);

} // namespace etprune
