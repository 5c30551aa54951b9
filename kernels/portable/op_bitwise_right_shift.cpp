// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_right_shift.Tensor_out, bitwise_right_shift.Tensor_Scalar_out: self >> other for
// integers. The inputs broadcast. If `other` is negative, or at least the dtype's number of bits,
// the result is -1 for a negative self, and 0 for any other self.

#include "shift.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct RightShift {
  template <typename T> static T of(T a, T b) {
    constexpr T all = 8 * sizeof(T) - 1;
    return a >> (b < 0 || b > all ? all : b);
  }
};
using Right = ShiftOf<RightShift>;

} // namespace

#define RIGHT_SHIFT(name, code, type)                                                              \
  ET_SHIFT(bitwise_right_shift.Tensor_out, Right, name, code, type)
ET_FORALL_INTEGER_DTYPES(RIGHT_SHIFT)
ET_MIXED_SHIFT(bitwise_right_shift.Tensor_out, Right)

#define RIGHT_SHIFT_BY_SCALAR(name, code, type)                                                    \
  ET_SHIFT_BY_SCALAR(bitwise_right_shift.Tensor_Scalar_out, Right, name, code, type)
ET_FORALL_INTEGER_DTYPES(RIGHT_SHIFT_BY_SCALAR)
ET_MIXED_SHIFT_BY_SCALAR(bitwise_right_shift.Tensor_Scalar_out, Right)

} // namespace et::kernels::ET_KERNEL_LIBRARY
