// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs work on several threads. If a thread throws an exception, such as std::bad_alloc, the
// functions throw it again in the caller's thread. LLVM's thread pool would end the program
// instead. If a thread cannot be started, fewer threads do the work.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <future>
#include <utility>

namespace etprune {

/// Begins work on another thread. If no thread can be started, the future's get() does the work.
template <typename Function> auto beside(Function &&Work) {
  return std::async(std::launch::async | std::launch::deferred, std::forward<Function>(Work));
}

/// Calls `Work` with each number below `Count`, in any order, and returns after all calls.
void parallelFor(size_t Count, llvm::function_ref<void(size_t)> Work);
/// Calls `Work` like parallelFor(), and collects its errors in the order of the numbers.
llvm::Error parallelForErrors(size_t Count, llvm::function_ref<llvm::Error(size_t)> Work);

} // namespace etprune
