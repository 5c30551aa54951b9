// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration files include this file and end with STOCK_REGISTER(array). Generated files
// write `static` before STOCK_REGISTER.

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

// A captureless lambda that unpacks the arguments. Every operator gets the same values: tensors (0
// and 1), integers (2 and 3), the output tensor (4), the output scalar (5), a floating-point number
// (6) and a boolean (7).
#define BOXED(...)                                                                                 \
  [](executorch::runtime::KernelRuntimeContext &context,                                           \
     executorch::runtime::Span<executorch::runtime::EValue *> stack) {                             \
    (void)context;                                                                                 \
    (void)stack;                                                                                   \
    __VA_ARGS__;                                                                                   \
  }
