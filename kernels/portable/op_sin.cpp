// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sin.out: the sine. See float_unary.h.

#include <cmath>

#include "float_unary.h"

ET_FLOAT_UNARY(sin, std::sin(x))
