// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::tan.out: the tangent. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(tan, std::tan(x))
