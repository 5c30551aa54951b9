// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::reciprocal.out: one divided by self. See float_unary.h.

#include "float_unary.h"

ET_FLOAT_UNARY(reciprocal, 1 / x)
