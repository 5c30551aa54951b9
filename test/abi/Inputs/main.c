// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls every registered kernel. Each kernel adds its own number to the exit status.

#include "kernel.h"

extern HIDDEN const struct record
    table[] __asm__("__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld");
extern HIDDEN const struct record table_end[] __asm__("__et_kernels_end");

int sum;

int main(void) {
  for (const struct record *kernel = table; kernel != table_end; ++kernel)
    kernel->function();
  return sum;
}
