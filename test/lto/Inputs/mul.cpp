// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels.h"

ET_KERNEL(toy, mul.out, Float, "v1/6;|*", SCHEMA(mul)) { say("  mul of floats\n"); }
