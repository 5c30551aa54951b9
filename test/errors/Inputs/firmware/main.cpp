// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest firmware that has an interrupt vector table, .text, .rodata, .data, .bss and
// kernels.

#include "et/kernel.h"

extern "C" {
extern const et::Kernel __et_kernels_start[], __et_kernels_end[];
extern const unsigned _estack;
[[noreturn]] void Reset_Handler();

const char *volatile last_message = "none";
volatile unsigned calls;

void trace(const char *message) {
  last_message = message;
  calls = calls + 1;
}

__attribute__((used, section(".isr_vector")))
const void *const vectors[] = {&_estack, reinterpret_cast<const void *>(&Reset_Handler)};
}

void Reset_Handler() {
  et::KernelRuntimeContext *context = nullptr;
  for (const et::Kernel *kernel = __et_kernels_start; kernel != __et_kernels_end; ++kernel)
    kernel->fn(*context, {});
  for (;;) {
  }
}
