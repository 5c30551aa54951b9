// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::log1p.out: log(1 + self), precise near 0. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(log1p, std::log1p(x))
