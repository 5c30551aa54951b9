// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::atan.out: the arc tangent. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(atan, std::atan(x))
