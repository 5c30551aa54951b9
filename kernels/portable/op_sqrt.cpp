// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sqrt.out: the square root. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(sqrt, std::sqrt(x))
