// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test of ExecuTorch's kernels for a dtype, when compiled with
// -DEXECUTORCH_SELECTIVE_BUILD_DTYPE: kernels/portable/cpu/selective_build.h includes a file of
// this name. Without et-prune users generate that file for a model. This one defers the answer to
// the link: it tests a bit of a constant that another object defines (dtype_mask.cpp if nothing is
// selected). et-prune compiles the kernels' intermediate code again with the constant's value,
// which removes the code of other dtypes.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

/// Bit `t` is set if kernels have the dtype of code `t`. The declaration must not initialise it,
/// because compilers fold even a weak constant's value.
extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

/// Whether a kernel has the code for a dtype. Always inlined, because a call would keep the code of
/// all dtypes. True in a constant expression, which one of ExecuTorch's headers has.
__attribute__((always_inline)) inline constexpr bool
should_include_kernel_dtype(const char *, executorch::aten::ScalarType dtype) {
  return __builtin_is_constant_evaluated() || ((et_dtype_mask >> static_cast<int>(dtype)) & 1) != 0;
}
