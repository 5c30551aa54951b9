// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a change of the selection would save, by the graph of the image as it is: nothing is linked.
// A real link differs by padding, and where it chooses other definitions or veneers.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

/// drop=<operator>,..., dtype=<dtype>, without-model=<file>; several changes at once are joined by
/// '+'.
struct WhatIf {
  std::string Text;
  std::vector<uint32_t> Kernels; ///< items that go
  MemoryBytes Saved;
  std::vector<std::string> Notes;
};

/// All that is wrong with the changes is one error each.
llvm::Expected<std::vector<WhatIf>> whatIf(const Explanation &Image, const PrunePlan &Plan,
                                           llvm::ArrayRef<std::string> Changes);

} // namespace etprune
