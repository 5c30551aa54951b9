// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a shared library that has runtime, kernels and model.

int run_example();
int main() { return run_example(); }
