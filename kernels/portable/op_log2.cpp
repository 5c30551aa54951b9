// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::log2.out: the logarithm to base 2. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(log2, std::log2(x))
