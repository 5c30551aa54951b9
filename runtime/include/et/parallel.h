// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads by the program's choice. Kernels whose work falls into parts that do not depend on each
// other hand it to parallel_for(). Without more, that is a loop: no thread, no thread library, no
// RAM. A program that has threads defines one function, which calls the parts from as many of them
// as it likes:
//
//     extern "C" void et_parallel_for(size_t count, size_t grain, et::ParallelBody body,
//                                     void *data) {
//       my_pool.run(count, grain, [=](size_t begin, size_t end) { body(data, begin, end); });
//     }
//
// It is found by the linker, not at run time, so that an image none of whose kernels asks for it
// has neither the function nor the pool behind it. The reference is weak: it does not load a member
// of an archive by itself (an object of the program defines the function, or -u et_parallel_for).
//
// What the parts are does not depend on who computes them: with any pool the results have the same
// bits. Parts report no errors; kernels check their arguments before. No part starts a loop of its
// own. The pool may be called by several methods at the same time if the program runs them so.

#pragma once

#include <cstddef>

namespace et {

/// Computes the parts from `begin` to `end`, without the latter.
using ParallelBody = void (*)(void *data, size_t begin, size_t end);

} // namespace et

/// The program's. Calls `body` for all parts below `count`, each once, in any order and by any
/// threads, and returns when all have returned. Fewer than `grain` parts are not worth a thread.
extern "C" __attribute__((weak)) void et_parallel_for(size_t count, size_t grain,
                                                      et::ParallelBody body, void *data);

namespace et {

/// Calls body(begin, end) for parts that make up those below `count`: all at once, unless the
/// program has a pool and there are more than `grain`.
template <typename Body> void parallel_for(size_t count, size_t grain, const Body &body) {
  if (et_parallel_for == nullptr || count <= grain)
    return body(size_t(0), count);
  et_parallel_for(
      count, grain,
      [](void *data, size_t begin, size_t end) { (*static_cast<const Body *>(data))(begin, end); },
      const_cast<Body *>(&body));
}

} // namespace et
