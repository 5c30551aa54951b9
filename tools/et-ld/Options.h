// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-ld's own options as a plain structure.

#pragma once

#include "common/PruneDriver.h"

namespace etprune {

struct Options : PruneRequest {
  bool PostLink = false; ///< or KeepFull, which needs the link with every kernel
  std::string KeepFull;

  /// Whether only some kernels are linked. Without a selection, Selectors has "all operators".
  bool hasSelection() const;
  /// Whether the link has every kernel and leaves nothing but image and bundle.
  bool isPlain() const;
};

/// Takes et-ld's options out of a linker's arguments, in which response files are expanded. An
/// argument that begins with --et- and is none of them is an error.
llvm::Expected<Options> takeOptions(std::vector<std::string> &Args);

} // namespace etprune
