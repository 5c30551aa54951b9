// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_local_scalar_dense: returns the element of a one-element tensor as a number.

#include <type_traits>

#include "../common/dtypes.h"
#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kResult };

/// Returns false for complex dtypes, and for dtypes with which no kernel computes.
bool set_number(Call &call, ScalarType type, const void *data) {
  bool is_set = false;
  visit_dtype(type, [&](auto dtype) {
    using T = typename decltype(dtype)::type;
    is_set = !kIsComplex<T>;
    if constexpr (std::is_same_v<T, bool>)
      call.set(kResult, *static_cast<const uint8_t *>(data) != 0);
    else if constexpr (std::is_integral_v<T>)
      call.set(kResult, int64_t(*static_cast<const T *>(data)));
    else if constexpr (!kIsComplex<T>)
      call.set(kResult, static_cast<double>(*static_cast<const T *>(data)));
  });
  return is_set;
}

} // namespace

ET_FALLBACK_KERNEL(aten, _local_scalar_dense, "_local_scalar_dense(Tensor self) -> Scalar") {
  Call call = Call::exact(context, args, 1);
  const Tensor self = call.any_tensor(kSelf);
  call.require(call.ok() && call[kResult].isScalar() && self.numel() == 1 && self.const_data_ptr());
  if (call.ok())
    call.require(set_number(call, self.scalar_type(), self.const_data_ptr()));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
