// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration table of all kernels, for the link without et-ld. The compiler gives this object
// the same flags and notes as the other objects.

#include "kernel.h"

#ifdef __PIC__
#define TABLE ".data.rel.ro.et_kernel_table"
#else
#define TABLE ".rodata.et_kernel_table"
#endif

extern HIDDEN void add_float(void) __asm__("et_kernel$aten$add.out$Float$test");
extern HIDDEN void add_int(void) __asm__("et_kernel$aten$add.out$Int$test");
extern HIDDEN void mul_float(void) __asm__("et_kernel$aten$mul.out$Float$test");

extern HIDDEN const struct record table[3] __asm__("__et_kernels_start");
__attribute__((section(TABLE), ALIGNED)) const struct record table[3] = {
    {"aten::add.out", "v1/6;|*", add_float},
    {"aten::add.out", "v1/3;|*", add_int},
    {"aten::mul.out", "v1/6;|*", mul_float},
};

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define BORDER(name, words)                                                                        \
  __asm__(".globl " name "\n.hidden " name "\n.set " name ", __et_kernels_start + " words          \
          " * " TEXT(__SIZEOF_POINTER__))
BORDER("__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld", "0");
BORDER("__et_kernels_end", "9"); // three records of three words
