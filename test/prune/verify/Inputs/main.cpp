// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the name of every registered kernel and calls the kernel.

#include "et/kernel.h"

extern "C" int puts(const char *);
extern const et::Kernel Start[] __asm__("__et_kernels_start");
extern const et::Kernel End[] __asm__("__et_kernels_end");

int main() {
  et::KernelRuntimeContext *Context = nullptr;
  for (const et::Kernel *K = Start; K != End; ++K) {
    puts(K->name);
    K->fn(*Context, {});
  }
}
