// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sigmoid.out: 1 / (1 + exp(-self)). As in ExecuTorch, self must not be complex.

#include "float_unary.h"
#include "sigmoid.h"

ET_FLOAT_UNARY(sigmoid, sigmoid(x))
