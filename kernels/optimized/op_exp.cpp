// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::exp.out: the exponential function. See float_map.h.

#include "float_map.h"

ET_FLOAT_MAP(exp, exponential_of_any(x))
