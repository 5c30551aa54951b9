// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-ld's own options as a plain structure.

#pragma once

#include "common/PruneDriver.h"

namespace etprune {

struct Options : PruneRequest {
  bool AreGiven = false; ///< at least one of them
  bool PostLink = false; ///< or KeepFull, which needs the link with every kernel
  std::string KeepFull;

  /// Whether only some kernels are linked. Without a selection, Selectors has "all operators".
  bool hasSelection() const;
  /// Whether the link has every kernel and leaves nothing but image and bundle.
  bool isPlain() const;
};

/// Expands the response files among a linker's arguments, and takes et-ld's options out of them. An
/// argument that begins with --et- and is none of these options is an error.
llvm::Expected<Options> takeOptions(std::vector<std::string> &Args);

void printOptions(llvm::StringRef Usage, llvm::raw_ostream &OS);

} // namespace etprune
