// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel for Int calls table_entry(), which is in another archive member, table.o.

#include "kernels.h"

ET_KERNEL(toy, look.out, Float, "v1/6;|*", SCHEMA(look)) { say("  look at floats\n"); }
ET_KERNEL(toy, look.out, Int, "v1/3;|*", SCHEMA(look)) {
  say(table_entry(2) == 4 ? "  look at ints\n" : "  look at rubbish\n");
}
