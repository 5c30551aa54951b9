// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::isnan.out: whether a number is NaN, as Bool. The fallback serves integers, of which none
// is.

#include "../common/dtypes.h"
#include "bit_range.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Number = NumberBits<T>>
constexpr auto kIsNan = bit_range_kernel<T>(Number::kInfinity + 1, Number::kFraction);

} // namespace

#define ISNAN_SCHEMA "isnan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define ISNAN(name, code, type)                                                                    \
  ET_KERNEL(aten, isnan.out, name, "v1/" #code ";|11;", ISNAN_SCHEMA) {                            \
    map(context, args, kIsNan<type>);                                                              \
  }
ET_FORALL_FLOAT_DTYPES(ISNAN)

ET_KERNEL(aten, isnan.out, fallback, ET_KEY(IntegersAndBool, Bool), ISNAN_SCHEMA) {
  no_integer(context, args.items(), args.size());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
