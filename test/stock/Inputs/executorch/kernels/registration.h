// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source files that register kernels include this file and call STOCK_REGISTER(array). The macro
// defines a variable kernel_span. In ExecuTorch, this variable is `static` in generated code, but
// not in register_prim_ops.cpp. The two variables therefore have different mangled names. Here,
// unboxed.h stands for the generated code and adds `static`.

#pragma once

#include <executorch/runtime/kernel/operator_registry.h>

#if STOCK_OLD_LAYOUT == 1 || STOCK_OLD_LAYOUT == 2
using Kernel = torch::executor::Kernel;
using KernelSpan = torch::executor::ArrayRef<Kernel>;
using torch::executor::register_kernels;
#define STOCK_REGISTER(array)                                                                      \
  KernelSpan kernel_span(array, sizeof(array) / sizeof(Kernel));                                   \
  static auto success_with_kernel_reg = register_kernels(kernel_span);
#else
using Kernel = executorch::runtime::Kernel;
using KernelSpan = executorch::runtime::Span<const Kernel>;
using executorch::runtime::register_kernels;
#define STOCK_REGISTER(array)                                                                      \
  KernelSpan kernel_span(array, array + sizeof(array) / sizeof(Kernel));                           \
  static auto success_with_kernel_reg = register_kernels(kernel_span);
#endif

// Makes a lambda without captures. Its body takes the arguments from `stack`. Elements 0 and 1 are
// tensors, 2 and 3 are integers. Element 4 is the output tensor, 5 is the output scalar, 6 is a
// floating-point number, 7 is a boolean.
#define BOXED(...)                                                                                 \
  [](executorch::runtime::KernelRuntimeContext &context,                                           \
     executorch::runtime::Span<executorch::runtime::EValue *> stack) {                             \
    (void)context;                                                                                 \
    (void)stack;                                                                                   \
    __VA_ARGS__;                                                                                   \
  }
