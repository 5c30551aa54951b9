// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sinh.out: the hyperbolic sine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(sinh, std::sinh(x))
