// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::tanh.out: the hyperbolic tangent. See float_map.h.

#include "float_map.h"

ET_FLOAT_MAP(tanh, hyperbolic_tangent(x))
