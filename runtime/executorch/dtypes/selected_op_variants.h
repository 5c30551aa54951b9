// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ExecuTorch's kernels ask for their dtypes when they are compiled with
// -DEXECUTORCH_SELECTIVE_BUILD_DTYPE: kernels/portable/cpu/selective_build.h includes a file of
// this name, which users generate for a model otherwise. This one leaves the answer open until the
// link: a bit of a constant that another object defines (dtype_mask.cpp, where nothing is
// selected). et-prune compiles the kernels' intermediate code once more with the constant's value,
// and the code of other dtypes is gone.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

/// Bit `t` is set where kernels have the dtype of code `t`. It must not be initialised where it is
/// declared: compilers fold even a weak constant's value.
extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

/// Whether a kernel has the code for a dtype. Inlined always: a call would keep all of it. One of
/// ExecuTorch's headers asks in a constant expression, and gets yes.
__attribute__((always_inline)) inline constexpr bool
should_include_kernel_dtype(const char *, executorch::aten::ScalarType dtype) {
  return __builtin_is_constant_evaluated() || ((et_dtype_mask >> static_cast<int>(dtype)) & 1) != 0;
}
