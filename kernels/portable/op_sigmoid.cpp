// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sigmoid.out: 1 / (1 + exp(-self)). See float_unary.h. Complex numbers are not supported, as
// in ExecuTorch.

#include "float_unary.h"
#include "sigmoid.h"

ET_FLOAT_UNARY(sigmoid, sigmoid(x))
