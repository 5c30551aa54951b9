// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of operators that the program runs. It is an object of its own because it changes often.

extern const char stock_ops[];
const char stock_ops[] = OPS;
