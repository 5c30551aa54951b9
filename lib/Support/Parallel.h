// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work on several threads. An exception of any thread, such as that memory has run out, is the
// caller's, who cleans up: LLVM's thread pool ends the program there. Where no thread can be made,
// there are fewer.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <future>
#include <utility>

namespace etprune {

/// Begins work beside the caller's; without a thread for it, get() does it.
template <typename Function> auto beside(Function &&Work) {
  return std::async(std::launch::async | std::launch::deferred, std::forward<Function>(Work));
}

/// Calls `Work` with each number below `Count`, in any order, and returns when all are done.
void parallelFor(size_t Count, llvm::function_ref<void(size_t)> Work);
/// The same for work that can fail. The errors have the order of the numbers.
llvm::Error parallelForErrors(size_t Count, llvm::function_ref<llvm::Error(size_t)> Work);

} // namespace etprune
