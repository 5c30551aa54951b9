// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_left_shift.Tensor_out, bitwise_left_shift.Tensor_Scalar_out: self << other for
// integers. The inputs broadcast. The result is 0 if `other` is negative, or if `other` is at least
// the dtype's number of bits.

#include "shift.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct LeftShift {
  template <typename T> static T of(T a, T b) {
    using Word = std::make_unsigned_t<T>;
    return static_cast<Word>(b) < 8 * sizeof(T) ? static_cast<T>(static_cast<Word>(a) << b) : 0;
  }
};
using Left = ShiftOf<LeftShift>;

} // namespace

#define LEFT_SHIFT(name, code, type) ET_SHIFT(bitwise_left_shift.Tensor_out, Left, name, code, type)
ET_FORALL_INTEGER_DTYPES(LEFT_SHIFT)
ET_MIXED_SHIFT(bitwise_left_shift.Tensor_out, Left)

#define LEFT_SHIFT_BY_SCALAR(name, code, type)                                                     \
  ET_SHIFT_BY_SCALAR(bitwise_left_shift.Tensor_Scalar_out, Left, name, code, type)
ET_FORALL_INTEGER_DTYPES(LEFT_SHIFT_BY_SCALAR)
ET_MIXED_SHIFT_BY_SCALAR(bitwise_left_shift.Tensor_Scalar_out, Left)

} // namespace et::kernels::ET_KERNEL_LIBRARY
