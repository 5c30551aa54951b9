// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that the program runs. They have an object of their own because they change often.

extern const char stock_ops[];
const char stock_ops[] = OPS;
