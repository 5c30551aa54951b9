/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * KERNEL registers a kernel as docs/record-format.md describes. The tests are in C because some of
 * their compilers have no C++ library.
 */

#pragma once

struct record {
  const char *name;
  const char *key;
  void (*function)(void);
};

#define HIDDEN __attribute__((visibility("hidden")))
#define ALIGNED aligned(__alignof__(struct record))

#define KERNEL(op, variant, key)                                                                   \
  HIDDEN void op##_##variant(void) __asm__("et_kernel$aten$" #op ".out$" #variant "$test");        \
  static const char op##_##variant##_name[] = "aten::" #op ".out";                                 \
  static const char op##_##variant##_key[] = key;                                                  \
  __attribute__((used, section(".et_kernels.aten::" #op ".out-" #variant "-test"),                 \
                 ALIGNED)) static const struct record op##_##variant##_record = {                  \
      op##_##variant##_name, op##_##variant##_key, op##_##variant};                                \
  __asm__(".pushsection .et_kernel_info.aten::" #op ".out-" #variant "-test,\"e\",%progbits\n"     \
          ".asciz \"" #op ".out() -> ()\"\n.asciz \"100\"\n.popsection");                          \
  __attribute__((                                                                                  \
      section(".text.et_kernel.aten::" #op ".out-" #variant "-test"))) void op##_##variant(void)

extern HIDDEN int sum; // each kernel adds its own number
