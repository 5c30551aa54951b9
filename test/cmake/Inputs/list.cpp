// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the kernels of the program, and fails if there are none.

#include "et/kernel.h"
#include <cstdio>

extern "C" const et::Kernel __et_kernels_start[], __et_kernels_end[];

int main() {
  for (const et::Kernel *kernel = __et_kernels_start; kernel != __et_kernels_end; ++kernel)
    std::printf("%s %s\n", kernel->name, kernel->kernel_key);
  return __et_kernels_start == __et_kernels_end;
}
