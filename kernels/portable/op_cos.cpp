// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::cos.out: the cosine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(cos, std::cos(x))
