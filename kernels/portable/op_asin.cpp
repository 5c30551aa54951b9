// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::asin.out: the arc sine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(asin, std::asin(x))
