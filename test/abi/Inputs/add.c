// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel.h"

KERNEL(add, Float, "v1/6;|*") { sum += 1; }
KERNEL(add, Int, "v1/3;|*") { sum += 2; }
