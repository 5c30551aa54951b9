// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the file selected_op_variants.h that users of ExecuTorch generate for one model. With
// -DEXECUTORCH_SELECTIVE_BUILD_DTYPE, ExecuTorch's selective_build.h includes this file, and
// kernels call should_include_kernel_dtype() for each dtype.
//
// This file defers the answer to the link. The function tests a bit of a constant, the mask, which
// another object defines. In the full image, dtype_mask.cpp defines the mask, and all bits are 1.
// For a selection, et-prune compiles the kernels' intermediate code again with the mask's value.
// The compiler then removes the code of other dtypes.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

/// Bit `t` is set if kernels serve the dtype with the number `t` in ScalarType. The declaration
/// must not initialise the mask, because compilers fold even a weak constant's value.
extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

/// Always inlined, so that the compiler removes a dtype's code. In a constant expression, as in
/// ExecuTorch's elementwise_util.h, the mask is unknown, so the result is true.
__attribute__((always_inline)) inline constexpr bool
should_include_kernel_dtype(const char *, executorch::aten::ScalarType dtype) {
  return __builtin_is_constant_evaluated() || ((et_dtype_mask >> static_cast<int>(dtype)) & 1) != 0;
}
