// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::expm1.out: exp(self) - 1, precise near 0. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(expm1, std::expm1(x))
