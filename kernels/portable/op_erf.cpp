// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::erf.out: the error function. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(erf, std::erf(x))
