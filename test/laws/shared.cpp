// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls run_example() in a shared library, which has a test program, the runtime and the kernels.

int run_example();
int main() { return run_example(); }
