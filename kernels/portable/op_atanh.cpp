// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::atanh.out: the inverse of the hyperbolic tangent. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(atanh, std::atanh(x))
