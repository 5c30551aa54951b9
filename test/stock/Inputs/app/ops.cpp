// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of operators that the program runs. The list has its own file, because tests change the
// list often and then compile only this file again.

extern const char stock_ops[];
const char stock_ops[] = OPS;
