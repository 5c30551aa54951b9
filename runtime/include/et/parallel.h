// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets kernels use the program's threads. A kernel whose work has independent parts passes the
// parts to parallel_for(). By default parallel_for() runs all parts on the calling thread. A
// program with threads defines a function that runs the parts on any number of threads:
//
//     extern "C" void et_parallel_for(size_t count, size_t grain, et::ParallelBody body,
//                                     void *data) {
//       my_pool.run(count, grain, [=](size_t begin, size_t end) { body(data, begin, end); });
//     }
//
// If no kernel of an image calls parallel_for(), the function and the pool are garbage-collected.
// The reference to the function is weak, and a weak reference loads no archive member. So define
// the function in an object of the program, or link with -u et_parallel_for.
//
// The division into parts does not depend on the threads, so results have the same bits with any
// pool. Parts report no errors, because kernels check their arguments before they call
// parallel_for(). No part calls parallel_for(). If the program runs several methods at the same
// time, kernels call et_parallel_for from several threads at the same time.

#pragma once

#include <cstddef>

namespace et {

using ParallelBody = void (*)(void *data, size_t begin, size_t end);

} // namespace et

/// The program defines this function. It calls body(data, begin, end) for ranges that together
/// cover the parts 0 to `count` - 1, each once, in any order and on any threads. It returns after
/// all calls. To run fewer than `grain` parts takes less time than to wake a thread.
extern "C" __attribute__((weak)) void et_parallel_for(size_t count, size_t grain,
                                                      et::ParallelBody body, void *data);

namespace et {

/// Calls body(begin, end) for ranges that together cover the parts 0 to `count` - 1. If the program
/// has no pool, or `count` is at most `grain`, a single call covers all parts.
template <typename Body> void parallel_for(size_t count, size_t grain, const Body &body) {
  if (et_parallel_for == nullptr || count <= grain)
    return body(size_t(0), count);
  et_parallel_for(
      count, grain,
      [](void *data, size_t begin, size_t end) { (*static_cast<const Body *>(data))(begin, end); },
      const_cast<Body *>(&body));
}

} // namespace et
