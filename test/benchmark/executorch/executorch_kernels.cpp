// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_kernels FILE: measures each case of a case file with ExecuTorch's kernel and with our
// kernel. Both kernels use ExecuTorch's classes. The program prints a line for each case:
//
//     OPERATOR STOCK OURS
//
// STOCK is the time of ExecuTorch's kernel and OURS is the time of our kernel. "-" means that the
// kernel is missing. On QEMU's Cortex-M4 board, the unit is instructions. QEMU gives each
// instruction the same time, so a timer counts instructions. Each kernel runs once. On a host, the
// unit is nanoseconds. The two kernels run in turn for many rounds, and the program prints each
// kernel's least time. The program always subtracts the time of a call that does nothing.

#include <chrono>
#include <iostream>
#include <string>

#include "../../executorch/Inputs/executorch_call.h"

#include <executorch/runtime/platform/runtime.h>

namespace kernel_cases {

namespace {

#ifdef __arm__

// The first timer of the MPS2 board counts down at 25 MHz.
volatile uint32_t *const timer = reinterpret_cast<volatile uint32_t *>(0x40000000);
constexpr unsigned rounds = 1;
constexpr uint64_t enough = UINT64_MAX;

void start() {
  timer[2] = UINT32_MAX; // reload
  timer[1] = UINT32_MAX; // value
  timer[0] = 1;          // enable
}
using Ticks = uint32_t; // wraps around
Ticks now() { return UINT32_MAX - timer[1]; }
/// With QEMU's -icount shift=10, an instruction takes 1024 ns, which are 25.6 ticks.
uint64_t unit_of(uint64_t ticks) { return (ticks * 10 + 128) / 256; }

#else

constexpr unsigned rounds = 200;
constexpr uint64_t enough = 100000000; // nanoseconds

using Ticks = uint64_t;
void start() {}
Ticks now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<Ticks>(std::chrono::nanoseconds(time).count());
}
uint64_t unit_of(uint64_t time) { return time; }

#endif

void do_nothing(executorch::runtime::KernelRuntimeContext &, et::KernelArguments) {}

bool measure(const Case &test, executorch::runtime::OpFunction kernel, uint64_t &least) {
  Call call(test, false, guard);
  et::Error error = et::Error::Ok;
  const Ticks before = now();
  const bool returned = call.run(kernel, error);
  least = std::min<uint64_t>(least, static_cast<Ticks>(now() - before));
  return returned && error == et::Error::Ok;
}

bool run_case(const Case &test) {
  const et::Kernel *ours = find_ours(test, Call(test, false, guard));
  const auto stock = find_stock(test);
  uint64_t nothing = UINT64_MAX, there = UINT64_MAX, here = UINT64_MAX;
  uint64_t spent = 0;
  for (unsigned round = 0; round < rounds && spent < enough; ++round) {
    if (!measure(test, do_nothing, nothing) || (stock && !measure(test, stock, there)) ||
        (ours && !measure(test, ours->fn, here))) {
      std::cout << test.op << " fails\n";
      return false;
    }
    spent += (stock ? there : 0) + (ours ? here : 0);
  }
  const auto print = [nothing](bool is_there, uint64_t least) {
    std::cout << " " << (is_there ? std::to_string(unit_of(least - nothing)) : "-");
  };
  std::cout << test.op;
  print(stock, there);
  print(ours, here);
  std::cout << "\n";
  return true;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  executorch::runtime::runtime_init();
  kernel_cases::start();
  return kernel_cases::run_file(argc, argv, kernel_cases::run_case);
}
