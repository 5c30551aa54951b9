// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Parallel.h"

#include "Support/Problems.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace llvm;

namespace etprune {

void parallelFor(size_t Count, function_ref<void(size_t)> Work) {
  constexpr size_t MostThreads = 16; // more threads would cost more time than they save
  const size_t Threads =
      std::min({Count, MostThreads, size_t(std::max(std::thread::hardware_concurrency(), 1U))});
  std::atomic<size_t> Next = 0;
  auto Run = [&] {
    for (size_t I; (I = Next++) < Count;)
      Work(I);
  };
  std::vector<std::future<void>> Others;
  Others.reserve(Threads);
  while (Others.size() + 1 < Threads)
    Others.push_back(beside(Run));
  Run();
  for (std::future<void> &Other : Others)
    Other.get();
}

Error parallelForErrors(size_t Count, function_ref<Error(size_t)> Work) {
  std::vector<Problems> Found(Count);
  parallelFor(Count, [&](size_t I) { Found[I].add(Work(I)); });
  Problems All;
  for (Problems &One : Found)
    All.add(One.take());
  return All.take();
}

} // namespace etprune
