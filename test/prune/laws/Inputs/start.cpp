// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern const char table[] __asm__("__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld");
extern "C" int _start() { return table[0]; }
