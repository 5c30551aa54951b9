// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mask that selects all dtypes, for links without a selection (selected_op_variants.h). The
// mask is in its own file, because a compiler that sees the value would remove the kernels' tests
// of the mask.

extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

const unsigned long long et_dtype_mask = ~0ull;
