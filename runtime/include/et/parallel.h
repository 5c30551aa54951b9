// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets kernels use the program's threads. A kernel whose work has independent parts passes the
// parts to parallel_for(). By default parallel_for() is a loop: no thread, no thread library, no
// RAM. A program with threads defines one function, which runs the parts on any number of threads:
//
//     extern "C" void et_parallel_for(size_t count, size_t grain, et::ParallelBody body,
//                                     void *data) {
//       my_pool.run(count, grain, [=](size_t begin, size_t end) { body(data, begin, end); });
//     }
//
// The linker resolves et_parallel_for. So an image whose kernels do not call parallel_for() has
// neither the function nor the pool. The reference is weak and therefore loads no archive member:
// define the function in an object of the program, or link with -u et_parallel_for.
//
// The division into parts does not depend on the threads, so results have the same bits with any
// pool. Parts report no errors, because kernels check their arguments before. No part calls
// parallel_for(). If the program runs several methods at the same time, several loops run at the
// same time.

#pragma once

#include <cstddef>

namespace et {

using ParallelBody = void (*)(void *data, size_t begin, size_t end);

} // namespace et

/// Defined by the program. Must call `body` once for each part below `count`, in any order and on
/// any threads, and return when all calls have returned. A thread should get at least `grain`
/// parts, because fewer parts do not pay for a thread.
extern "C" __attribute__((weak)) void et_parallel_for(size_t count, size_t grain,
                                                      et::ParallelBody body, void *data);

namespace et {

/// Calls body(begin, end) for ranges that together cover the parts below `count`. There is a single
/// call unless the program has a pool and there are more than `grain` parts.
template <typename Body> void parallel_for(size_t count, size_t grain, const Body &body) {
  if (et_parallel_for == nullptr || count <= grain)
    return body(size_t(0), count);
  et_parallel_for(
      count, grain,
      [](void *data, size_t begin, size_t end) { (*static_cast<const Body *>(data))(begin, end); },
      const_cast<Body *>(&body));
}

} // namespace et
