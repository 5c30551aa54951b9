// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that the program runs, an object of its own, because it is often another one.

extern const char stock_ops[];
const char stock_ops[] = OPS;
