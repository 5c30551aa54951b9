// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel.h"

KERNEL(mul, Float, "v1/6;|*") { sum += 4; }
