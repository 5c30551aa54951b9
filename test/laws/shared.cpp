// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that has runtime, kernels and model in a shared library.

int run_example();
int main() { return run_example(); }
