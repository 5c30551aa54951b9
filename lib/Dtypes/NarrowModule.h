// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The module's function that makes kernels anew (Link/CodeModule.h).

#pragma once

#include "Dtypes/NarrowRequest.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

struct NarrowAnswer {
  struct Kernel {
    bool IsNarrowed = false;
    std::string WhyNot; ///< empty where its code asks for no dtype
  };
  std::vector<Kernel> Kernels; ///< in the order of the request
  std::string Object;          ///< empty where no kernel was narrowed
};

/// Runs the module of a folder. This process must have no other threads.
llvm::Expected<NarrowAnswer> runNarrowModule(llvm::StringRef Folder, const NarrowRequest &Request);

} // namespace etprune
