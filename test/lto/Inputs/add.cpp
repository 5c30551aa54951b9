// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels.h"

ET_KERNEL(toy, add.out, Float, "v1/6;|*", SCHEMA(add)) { say("  add of floats\n"); }
ET_KERNEL(toy, add.out, Int, "v1/3;|*", SCHEMA(add)) { say("  add of ints\n"); }
