// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::exp.out: the exponential function. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(exp, std::exp(x))
