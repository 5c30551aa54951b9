// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines the dtype mask of selected_op_variants.h for links without a selection: all dtypes. The
// mask is in its own file, because a compiler that sees the value would remove the kernels' tests
// of the mask.

extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

const unsigned long long et_dtype_mask = ~0ull;
