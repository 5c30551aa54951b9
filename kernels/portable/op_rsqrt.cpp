// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::rsqrt.out: one divided by the square root. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(rsqrt, 1 / std::sqrt(x))
