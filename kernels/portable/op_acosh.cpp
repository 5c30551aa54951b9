// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::acosh.out: the inverse of the hyperbolic cosine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(acosh, std::acosh(x))
