// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See call.h.

#include "call.h"

#include <cfloat>

#include "output.h"
#include "requantize.h"

namespace et::ET_KERNEL_LIBRARY {

int32_t Call::integer(size_t index, int32_t low, int32_t high) {
  if (!ok())
    return 0;
  const EValue &value = *args_[index];
  require(value.isInt() && value.toInt() >= low && value.toInt() <= high);
  return ok() ? static_cast<int32_t>(value.toInt()) : 0;
}

bool Call::boolean(size_t index) {
  require(ok() && args_[index]->isBool());
  return ok() && args_[index]->toBool();
}

float Call::scale(size_t index) {
  require(ok() && args_[index]->isDouble());
  float value = ok() ? static_cast<float>(args_[index]->toDouble()) : 0;
  require(value > 0 && value <= FLT_MAX);
  return value;
}

int32_t Call::shift(size_t index) { return integer(index, kLowestShift, kHighestShift); }

Span<const int64_t> Call::list(size_t index) {
  require(ok() && args_[index]->isIntList());
  return ok() ? args_[index]->toIntList() : Span<const int64_t>();
}

int32_t Call::first_of(size_t index, int32_t low, int32_t high) {
  Span<const int64_t> items = list(index);
  require(!items.empty() && items[0] >= low && items[0] <= high);
  return ok() ? static_cast<int32_t>(items[0]) : 0;
}

Tensor Call::output(size_t index, ScalarType dtype) {
  require(ok() && args_[index]->isTensor() && args_[index]->toTensor().scalar_type() == dtype);
  return ok() ? args_[index]->toTensor() : Tensor();
}

Tensor Call::tensor(size_t index, ScalarType dtype) {
  Tensor tensor = output(index, dtype);
  require(ok() && has_data(tensor));
  return tensor;
}

const int32_t *Call::ints(size_t index, size_t count) {
  Tensor values = tensor(index, ScalarType::Int);
  require(ok() && values.numel() == count);
  return ok() ? values.const_data_ptr<int32_t>() : nullptr;
}

void Call::resize(const Tensor &out, Span<const SizesType> sizes) {
  if (ok())
    resize_output(context_, out, sizes.data(), sizes.size());
}

namespace {

/// Whether `dims` is the order of the dimensions in memory, the innermost first.
bool lies_in_order(const Tensor &tensor, size_t count, const uint8_t *dims) {
  int64_t stride = 1;
  for (size_t i = 0; i < count; ++i) {
    size_t d = dims ? dims[i] : count - 1 - i;
    if (tensor.size(d) < 2)
      continue;
    if (tensor.strides()[d] != stride)
      return false;
    stride *= tensor.size(d);
  }
  return true;
}

} // namespace

bool is_contiguous(const Tensor &tensor) { return lies_in_order(tensor, tensor.dim(), nullptr); }

bool is_channels_last(const Tensor &tensor) {
  static constexpr uint8_t dims[] = {1, 3, 2, 0};
  return tensor.dim() == 4 && lies_in_order(tensor, 4, dims);
}

} // namespace et::ET_KERNEL_LIBRARY
