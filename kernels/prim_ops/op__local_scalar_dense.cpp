// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_local_scalar_dense: the only element of a tensor, as a number of the program.

#include <type_traits>

#include "../common/dtypes.h"
#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// None where the dtype has no kind of number in programs.
EValue number_at(ScalarType type, const void *data) {
  EValue number;
  visit_dtype(type, [&](auto dtype) {
    using T = typename decltype(dtype)::type;
    if constexpr (std::is_same_v<T, bool>)
      number = EValue(*static_cast<const uint8_t *>(data) != 0);
    else if constexpr (std::is_integral_v<T>)
      number = EValue(int64_t(*static_cast<const T *>(data)));
    else if constexpr (!kIsComplex<T>)
      number = EValue(static_cast<double>(*static_cast<const T *>(data)));
  });
  return number;
}

} // namespace

ET_FALLBACK_KERNEL(aten, _local_scalar_dense, "_local_scalar_dense(Tensor self) -> Scalar") {
  Call call = Call::exact(context, args, 1);
  const Tensor self = call.any_tensor(0);
  call.require(call.ok() && call[1].isScalar() && self.numel() == 1 && self.const_data_ptr());
  if (!call.ok())
    return;
  const EValue number = number_at(self.scalar_type(), self.const_data_ptr());
  call.require(!number.isNone());
  if (call.ok())
    call[1] = number;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
