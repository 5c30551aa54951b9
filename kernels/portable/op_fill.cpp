// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::fill.Scalar_out and aten::fill.Tensor_out: each element of the output becomes `value`, a
// number or a tensor without dimensions. The output has the sizes and the dtype of self. As in
// PyTorch, a complex value or a value that the dtype cannot hold is an error.

#include "../common/element.h"
#include "../common/promotion.h"
#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kValue, kOut, kCount };

template <typename T> T load(const Tensor &value, ScalarType as) {
  Slots slots;
  load_elements(value.scalar_type(), as, {slots.data, 0, 1}, value.const_data_ptr<char>(), 0);
  return *reinterpret_cast<const T *>(slots.data);
}

FillNumber number_in(const Tensor &value, NumberKind kind) {
  FillNumber number;
  number.is_integer = kind <= NumberKind::Integer;
  if (number.is_integer)
    number.integer = load<int64_t>(value, ScalarType::Long);
  else
    number.number = load<double>(value, ScalarType::Double);
  return number;
}

/// Returns the output. self may have no memory, because fill reads only its sizes and its dtype.
Tensor take_self(Call &call, Tensor &self) {
  self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  call.require(call.ok() && self.scalar_type() == out.scalar_type());
  return out;
}

} // namespace

ET_KERNEL(aten, fill.Scalar_out, fallback, ET_KEY(NumbersAndBool, Rest),
          "fill.Scalar_out(Tensor self, Scalar value, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, kCount);
  Tensor self;
  const Tensor out = take_self(call, self);
  const FillNumber number = number_argument(call, kValue);
  if (call.ok())
    fill(call, out, self.sizes(), number);
}

ET_KERNEL(aten, fill.Tensor_out, fallback, ET_KEY(NumbersAndBool, RealsAndBool, NumbersAndBool),
          "fill.Tensor_out(Tensor self, Tensor value, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, kCount);
  Tensor self;
  const Tensor out = take_self(call, self);
  const Tensor value = call.any_tensor(kValue);
  if (!call.require(call.ok() && value.dim() == 0 && value.const_data_ptr() != nullptr))
    return;
  const NumberKind kind = number_kind(value.scalar_type());
  if (call.require(kind < NumberKind::Complex))
    fill(call, out, self.sizes(), number_in(value, kind));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
