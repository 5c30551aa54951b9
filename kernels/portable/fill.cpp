// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fill.h. An integer Scalar has 64 bits. For an element of an integer dtype, the first bytes of
// the Scalar are copied. These are the low bits, because all supported machines are little-endian.

#include "fill.h"

#include <algorithm>
#include <cstring>

#include "../common/dtypes.h"
#include "../common/promotion.h"
#include "../common/to_float.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

bool fits(const FillNumber &number, ScalarType type) {
  const unsigned bits = 8 * static_cast<unsigned>(element_size(type));
  const bool is_unsigned = type == ScalarType::Byte;
  const int64_t high = (int64_t(1) << (is_unsigned ? bits : bits - 1)) - 1;
  if (number.is_integer)
    return number.integer <= high && number.integer >= -high - !is_unsigned;
  return number.number <= static_cast<double>(high) &&
         number.number >= static_cast<double>(is_unsigned ? 0 : -high - 1);
}

float to_float(const FillNumber &number) {
  return number.is_integer ? round_to_float(number.integer) : static_cast<float>(number.number);
}

} // namespace

FillNumber number_argument(Call &call, size_t index) {
  FillNumber number;
  if (!call.ok())
    return number;
  const auto &value = call[index];
  number.is_integer = !value.isDouble();
  if (value.isDouble())
    number.number = value.toDouble();
  else if (value.isBool())
    number.integer = value.toBool();
  else if (call.require(value.isInt()))
    number.integer = value.toInt();
  return number;
}

bool truncate(FillNumber number, int64_t &integer) {
  integer = number.integer;
  if (number.is_integer)
    return true;
  if (!(number.number >= -0x1p63 && number.number < 0x1p63))
    return false;
  integer = static_cast<int64_t>(number.number);
  return true;
}

void write_float(float value, ScalarType type, char *element) {
  if (type == ScalarType::Half)
    *reinterpret_cast<Half *>(element) = static_cast<Half>(value);
  else if (type == ScalarType::BFloat16)
    *reinterpret_cast<BFloat16 *>(element) = static_cast<BFloat16>(value);
  else
    std::memcpy(element, &value, sizeof(value));
}

void write_element(const FillNumber &number, ScalarType type, char *element) {
  const size_t size = element_size(type);
  if (number_kind(type) <= NumberKind::Integer) {
    int64_t integer = 0;
    if (type == ScalarType::Bool)
      integer = number.is_integer ? number.integer != 0 : number.number != 0;
    else
      truncate(number, integer);
    std::memcpy(element, &integer, size);
    return;
  }
  std::memset(element, 0, size); // the imaginary part is 0
  if (type == ScalarType::Double || type == ScalarType::ComplexDouble) {
    const double value = number.as_double();
    std::memcpy(element, &value, sizeof(value));
    return;
  }
  write_float(to_float(number), type, element);
}

bool to_element(const FillNumber &number, ScalarType type, char *element) {
  const NumberKind kind = number_kind(type);
  if (kind == NumberKind::None)
    return false;
  if (kind == NumberKind::Integer) {
    int64_t integer;
    if (!(type == ScalarType::Long ? truncate(number, integer) : fits(number, type)))
      return false;
  } else if (kind != NumberKind::Bool && type != ScalarType::Double &&
             type != ScalarType::ComplexDouble) {
    // Infinity is allowed, but a finite number must not become infinite.
    const float largest = type == ScalarType::Half       ? 65504.0F
                          : type == ScalarType::BFloat16 ? 0x1.fep127F
                                                         : 0x1.fffffep127F;
    const float value = __builtin_fabsf(to_float(number));
    if (value > largest && !(!number.is_integer && __builtin_isinf(number.number)))
      return false;
  }
  write_element(number, type, element);
  return true;
}

ListedSizes take_sizes(Call &call, size_t index) {
  ListedSizes result;
  uint64_t bits = 0;
  const Span<const int64_t> list = call.list(index);
  for (; result.dim < list.size() && result.dim < kTensorDimensionLimit; ++result.dim) {
    const int64_t size = list[result.dim];
    bits |= static_cast<uint64_t>(size);
    result.sizes[result.dim] = static_cast<SizesType>(size);
  }
  call.require(bits >> 31 == 0 && result.dim == list.size());
  return result;
}

Tensor make_sized(KernelRuntimeContext &context, Args args, size_t index) {
  enum : size_t { kSize };
  Error error = args.size() > index ? Error::InvalidArgument : Error::InvalidProgram;
  if (args.size() > index && args[kSize].isIntList() && args[index].isTensor()) {
    const Span<const int64_t> list = args[kSize].toIntList();
    SizesType sizes[kTensorDimensionLimit];
    uint64_t bits = 0;
    size_t d = 0;
    for (; d < list.size() && d < kTensorDimensionLimit; ++d) {
      bits |= static_cast<uint64_t>(list[d]);
      sizes[d] = static_cast<SizesType>(list[d]);
    }
    if (bits >> 31 == 0 && d == list.size()) {
      const Tensor out = args[index].toTensor();
      error = resize_output(out, {sizes, d});
      if (error == Error::Ok)
        return out;
    }
  }
  context.fail(error);
  return {};
}

void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const FillNumber &number) {
  alignas(kMaxElementSize) char element[kMaxElementSize];
  if (call.require(call.ok() && to_element(number, out.scalar_type(), element)))
    fill(call, out, sizes, element);
}

void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const char *element) {
  if (!call.resize(out, sizes))
    return;
  const size_t total = out.nbytes();
  if (total == 0)
    return;
  // If the element's bytes are equal, memset fills `out`. Otherwise each memcpy doubles the part.
  char *data = out.mutable_data_ptr<char>();
  size_t done = out.element_size();
  std::memcpy(data, element, done);
  if (std::memcmp(element, element + 1, done - 1) == 0)
    std::memset(data, element[0], done = total);
  for (size_t part; done != total; done += part) {
    part = std::min(done, total - done);
    std::memcpy(data + done, data, part);
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
