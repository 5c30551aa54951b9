// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::asinh.out: the inverse of the hyperbolic sine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(asinh, std::asinh(x))
