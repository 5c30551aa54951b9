// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_local_scalar_dense: the only element of a tensor, as a number of the program.

#include "et/bfloat16.h"
#include "et/half.h"
#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

template <typename T> EValue integer(const void *data) {
  return EValue(int64_t(*static_cast<const T *>(data)));
}
template <typename T> EValue real(const void *data) {
  return EValue(static_cast<double>(*static_cast<const T *>(data)));
}

/// None where the dtype has no kind of number in programs.
EValue number_at(ScalarType type, const void *data) {
  switch (type) {
  case ScalarType::Bool:
    return EValue(*static_cast<const uint8_t *>(data) != 0);
  case ScalarType::Byte:
    return integer<uint8_t>(data);
  case ScalarType::Char:
    return integer<int8_t>(data);
  case ScalarType::Short:
    return integer<int16_t>(data);
  case ScalarType::Int:
    return integer<int32_t>(data);
  case ScalarType::Long:
    return integer<int64_t>(data);
  case ScalarType::Half:
    return real<Half>(data);
  case ScalarType::BFloat16:
    return real<BFloat16>(data);
  case ScalarType::Float:
    return real<float>(data);
  case ScalarType::Double:
    return real<double>(data);
  default:
    return EValue();
  }
}

} // namespace

ET_FALLBACK_KERNEL(aten, _local_scalar_dense, "_local_scalar_dense(Tensor self) -> Scalar") {
  if (args.size() != 2 || !args[0]->isTensor() || !args[1]->isScalar())
    return context.fail(Error::InvalidArgument);
  const Tensor self = args[0]->toTensor();
  if (self.numel() != 1 || !self.const_data_ptr())
    return context.fail(Error::InvalidArgument);
  const EValue number = number_at(self.scalar_type(), self.const_data_ptr());
  if (number.isNone())
    return context.fail(Error::InvalidArgument);
  *args[1] = number;
}

} // namespace et::ET_KERNEL_LIBRARY
