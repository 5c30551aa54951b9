// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::acos.out: the arc cosine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(acos, std::acos(x))
