// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::log.out: the natural logarithm. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(log, std::log(x))
