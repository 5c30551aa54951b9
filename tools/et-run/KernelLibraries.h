// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the kernel library that serves a call. The runtime's table does not have it, but the
// symbols have. A kernel's function is named `et_kernel$<namespace>$<op>$<variant>$<library>`
// (docs/record-format.md), and this program reads the names of its functions in its own file.

#pragma once

#include "et/method.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace etprune {

class KernelLibraries {
public:
  /// Reads the symbols of the running program; none if it was stripped.
  KernelLibraries();

  /// Returns the library of the called kernel; "" if it is unknown or the call is not to a kernel.
  std::string serving(const et::InstructionInfo &Call) const;

private:
  llvm::DenseMap<uint64_t, std::string> ByAddress; ///< in memory
};

} // namespace etprune
