// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every kernel that is registered.

#include "kernels.h"

extern "C" {
extern const et::Kernel __et_kernels_start[], __et_kernels_end[];
}

int main() {
  et::KernelRuntimeContext *context = nullptr;
  for (const et::Kernel *kernel = __et_kernels_start; kernel != __et_kernels_end; ++kernel) {
    say(kernel->name);
    say(" ");
    say(kernel->kernel_key);
    say("\n");
    kernel->fn(*context, {});
  }
  return 0;
}
