// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See typed_arguments.h. This file's name sorts after the names of nearly all its users. Thus
// GNU ld needs no second pass over the archive to load this member (CMakeLists.txt).

#include "typed_arguments.h"

#include <cfloat>
#include <cstring>

namespace et::kernels {

bool Call::require(bool condition) {
  if (!condition)
    fail(Error::InvalidArgument);
  return ok();
}

void Call::require_count(bool condition) {
  if (!condition)
    fail(Error::InvalidProgram);
}

int32_t Call::integer(size_t index, int32_t low, int32_t high) {
  if (ok()) {
    const auto &value = args_[index];
    if (value.isInt() && value.toInt() >= low && value.toInt() <= high)
      return static_cast<int32_t>(value.toInt());
  }
  require(false);
  return 0;
}

bool Call::boolean(size_t index) {
  if (ok()) {
    const auto &value = args_[index];
    if (value.isBool())
      return value.toBool();
  }
  return require(false);
}

float Call::scale(size_t index) {
  if (ok()) {
    const auto &value = args_[index];
    const float scale = value.isDouble() ? static_cast<float>(value.toDouble()) : 0;
    if (scale > 0 && scale <= FLT_MAX)
      return scale;
  }
  require(false);
  return 0;
}

Span<const int64_t> Call::list(size_t index) {
  if (ok()) {
    const auto &value = args_[index];
    if (value.isIntList())
      return value.toIntList();
  }
  require(false);
  return {};
}

int32_t Call::first_of(size_t index, int32_t low, int32_t high) {
  Span<const int64_t> items = list(index);
  return require(!items.empty() && items[0] >= low && items[0] <= high)
             ? static_cast<int32_t>(items[0])
             : 0;
}

bool Call::is_first_of(size_t index, const char *first, const char *second) {
  if (ok()) {
    const auto &value = args_[index];
    if (value.isString()) {
      const Span<const char> string = value.toString();
      const auto is = [&](const char *word) {
        return string.size() == std::strlen(word) &&
               std::memcmp(string.data(), word, string.size()) == 0;
      };
      if (is(first))
        return true;
      if (is(second))
        return false;
    }
  }
  return require(false);
}

Tensor Call::any_tensor(size_t index) {
  if (ok()) {
    const auto &value = args_[index];
    if (value.isTensor())
      return value.toTensor();
  }
  require(false);
  return {};
}

Tensor Call::output(size_t index, ScalarType dtype) {
  const Tensor tensor = any_tensor(index);
  if (ok() && tensor.scalar_type() == dtype)
    return tensor;
  require(false);
  return {};
}

Tensor Call::tensor(size_t index, ScalarType dtype) {
  const Tensor tensor = output(index, dtype);
  if (ok() && has_data(tensor))
    return tensor;
  require(false);
  return {};
}

const int32_t *Call::ints(size_t index, size_t count) {
  const Tensor values = tensor(index, ScalarType::Int);
  return ok() && require(values.numel() == count) ? values.const_data_ptr<int32_t>() : nullptr;
}

bool Call::resize(Tensor out, const SizesType *sizes, size_t dim) {
  if (!ok())
    return false;
  const Error error = resize_output(out, {sizes, dim});
  if (error == Error::Ok)
    return true;
  fail(error);
  return false;
}

} // namespace et::kernels
