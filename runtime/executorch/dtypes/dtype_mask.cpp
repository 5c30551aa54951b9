// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every dtype, for links in which nothing is selected. In a library of its own: a compiler that saw
// the value beside the question would answer it.

extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

const unsigned long long et_dtype_mask = ~0ull;
