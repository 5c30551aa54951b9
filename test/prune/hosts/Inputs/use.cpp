// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" int count_kernels();
int main() { return count_kernels(); }
