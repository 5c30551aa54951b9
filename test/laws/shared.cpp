// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program whose runtime, kernels and model are in a shared library.

int run_example();
int main() { return run_example(); }
