// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::log10.out: the logarithm to base 10. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(log10, std::log10(x))
