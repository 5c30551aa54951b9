// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stock_register_more() registers the kernels of an array on its stack. The function is no static
// initialiser; main() calls it.

#include <executorch/kernels/registration.h>

extern "C" void stock_register_more() {
  const Kernel kernels[] = {
      Kernel("stack::one.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(2001)))),
      Kernel("stack::two.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(2002)))),
  };
  (void)register_kernels(KernelSpan(kernels, sizeof(kernels) / sizeof(kernels[0])));
}
