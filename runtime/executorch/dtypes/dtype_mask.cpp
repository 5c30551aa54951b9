// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mask of all dtypes, for links without a selection. It is a library of its own, because a
// compiler that saw its value would fold the tests.

extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

const unsigned long long et_dtype_mask = ~0ull;
