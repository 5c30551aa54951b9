// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls a test program that is linked, together with runtime and kernels, as a shared library.

int run_example();
int main() { return run_example(); }
