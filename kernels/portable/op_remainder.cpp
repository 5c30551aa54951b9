// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::remainder.Tensor_out, remainder.Scalar_out: the remainder of self / other, with the sign of
// other, like Python's `%`. An integer division by zero is an error.

#include "../common/dtypes.h"
#include "division.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

using Remainder = RemainderOf<FloorRemainder>;

} // namespace

#define REMAINDER(name, code, type) ET_REMAINDER(remainder.Tensor_out, Remainder, name, code, type)
ET_FORALL_REAL_DTYPES(REMAINDER)
ET_MIXED_REMAINDER(remainder.Tensor_out, Remainder)

#define REMAINDER_BY_SCALAR(name, code, type)                                                      \
  ET_REMAINDER_BY_SCALAR(remainder.Scalar_out, Remainder, name, code, type)
ET_FORALL_REAL_DTYPES(REMAINDER_BY_SCALAR)
ET_MIXED_REMAINDER_BY_SCALAR(remainder.Scalar_out, Remainder)

} // namespace et::kernels::ET_KERNEL_LIBRARY
