// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::constant_pad_nd.out: adds copies of `value` at both ends of the last dimensions. `pad` has
// two numbers for each dimension, before and after the elements, and begins with the last
// dimension. A negative number removes elements. For an integer dtype, `value` loses its fraction.
// A value that the dtype cannot hold is an error.

#include <cstring>

#include "../common/promotion.h"
#include "../common/scalar_argument.h"
#include "pad.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Writes `value` to `to` as an element of dtype `type`. Returns false if `type` cannot hold it.
bool store_scalar(Argument value, ScalarType type, char *to) {
  const NumberKind kind = number_kind(type);
  if (kind == NumberKind::None)
    return false;
  if (kind <= NumberKind::Integer)
    return read_converted(value, type, to);
  if (!read_any(value, type, to))
    return false;
  float number;
  std::memcpy(&number, to, sizeof(number));
  uint16_t bits;
  if (type == ScalarType::Half)
    bits = Half(number).bits;
  else if (type == ScalarType::BFloat16)
    bits = BFloat16(number).bits;
  else
    return true;
  std::memcpy(to, &bits, sizeof(bits));
  return true;
}

} // namespace

ET_KERNEL(aten, constant_pad_nd.out, fallback, ET_KEY(NumbersAndBool, Rest),
          "constant_pad_nd.out(Tensor self, SymInt[] pad, Scalar value=0, *, Tensor(a!) "
          "out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kPad, kValue, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  const Span<const int64_t> list = call.list(kPad);
  const Tensor &self = operands.self;
  ScalarNumber value;
  if (!call.require(call.ok() && list.size() % 2 == 0 && list.size() / 2 <= self.dim() &&
                    store_scalar(call[kValue], self.scalar_type(), value.bytes)))
    return;
  Padding padding(self);
  for (size_t i = 0; i < list.size(); i += 2)
    call.require(padding.add(call, self, self.dim() - 1 - i / 2, list[i], list[i + 1]) >= 0);
  padding.run(call, operands, value.bytes);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
