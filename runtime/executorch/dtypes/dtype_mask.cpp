// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mask of all dtypes, for links without a selection. It is in its own library: a compiler that
// saw the value would fold the kernels' checks of the mask.

extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

const unsigned long long et_dtype_mask = ~0ull;
