// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the bytes that a change of the selection would save, from the graph of the current
// image, without a link. A real link differs by padding, and if it chooses other definitions or
// veneers.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

/// drop=<operator>,..., dtype=<dtype>, without-model=<file>; several changes are joined by '+'.
struct WhatIf {
  std::string Text;
  std::vector<uint32_t> Kernels; ///< items of removed kernels
  MemoryBytes Saved;
  std::vector<std::string> Notes;
};

/// Reports all mistakes in the changes, each as an error.
llvm::Expected<std::vector<WhatIf>> whatIf(const Explanation &Image, const PrunePlan &Plan,
                                           llvm::ArrayRef<std::string> Changes);

} // namespace etprune
