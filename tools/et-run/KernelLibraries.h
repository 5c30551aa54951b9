// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernel library serves a call. The runtime's table does not say: that is for tools, in the
// symbols. A kernel's function is `et_kernel$<namespace>$<op>$<variant>$<library>`
// (docs/record-format.md), and this program finds the names of its own functions in its file.

#pragma once

#include "et/method.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace etprune {

class KernelLibraries {
public:
  /// Reads the symbols of the program that runs; none where it was stripped.
  KernelLibraries();

  /// The library of the kernel that is called; "" where it is not known or no kernel is called.
  std::string serving(const et::InstructionInfo &Call) const;

private:
  llvm::DenseMap<uint64_t, std::string> ByAddress; ///< in memory
};

} // namespace etprune
