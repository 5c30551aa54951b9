// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sigmoid.out: 1 / (1 + exp(-self)). See float_map.h.

#include "float_map.h"

ET_FLOAT_MAP(sigmoid, logistic(x))
