// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-kernel-times-LIBRARY FILE: measures each case of a case file (test/kernels) with the kernel
// that the runtime chooses for the call. The program measures many batches of calls, and prints the
// mean nanoseconds per call of the fastest batch, or "-" if the kernel is missing or fails.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <new>

#include "../../kernels/call.h"

/// Aligns all memory to 64 bytes, as PyTorch aligns its tensors, because optimized.py compares our
/// times with PyTorch's times.
void *operator new(size_t size) { return std::aligned_alloc(64, (size + 63) / 64 * 64); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace kernel_cases {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::microseconds kBatch(100);
constexpr std::chrono::milliseconds kEnough(60);
constexpr size_t kFewest = 3;
constexpr size_t kTemp = size_t(256) << 20;

class Timer {
public:
  Timer() : temp_(static_cast<uint8_t *>(std::aligned_alloc(64, kTemp))) {}
  ~Timer() { std::free(temp_); }

  /// Returns the nanoseconds of a call, or a negative number if the call fails.
  double time(const et::Kernel &kernel, Call &call) {
    if (!run(kernel, call))
      return -1;
    size_t calls = 1;
    double least = 0;
    const Clock::time_point begin = Clock::now();
    for (size_t batches = 0; batches < kFewest || Clock::now() - begin < kEnough;) {
      const Clock::time_point start = Clock::now();
      for (size_t i = 0; i < calls; ++i)
        run(kernel, call);
      const Clock::duration took = Clock::now() - start;
      if (took < kBatch && calls < 1000000) {
        calls *= 2;
        continue;
      }
      const double each =
          std::chrono::duration<double, std::nano>(took).count() / static_cast<double>(calls);
      least = batches++ == 0 ? each : std::min(least, each);
    }
    return least;
  }

private:
  bool run(const et::Kernel &kernel, Call &call) {
    et::KernelRuntimeContext context({temp_, kTemp});
    kernel.fn(context, call.args());
    return context.failure_state() == et::Error::Ok;
  }

  uint8_t *temp_;
};

bool run_case(const Case &test) {
  static Timer timer;
  Call call(test);
  const Kernels kernels = find(test, call.args());
  const double time = kernels.empty() ? -1 : timer.time(*kernels.front(), call);
  if (time < 0)
    std::cout << "-\n";
  else
    std::cout << time << "\n";
  return true;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  return kernel_cases::run_file(argc, argv, kernel_cases::run_case);
}
