// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::isinf.out: whether a number is infinite, as Bool. The fallback serves integers, of which
// none is.

#include "../common/dtypes.h"
#include "bit_range.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Number = NumberBits<T>>
constexpr auto kIsInf = bit_range_kernel<T>(Number::kInfinity, 1);

} // namespace

#define ISINF_SCHEMA "isinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define ISINF(name, code, type)                                                                    \
  ET_KERNEL(aten, isinf.out, name, "v1/" #code ";|11;", ISINF_SCHEMA) {                            \
    map(context, args, kIsInf<type>);                                                              \
  }
ET_FORALL_FLOAT_DTYPES(ISINF)

ET_KERNEL(aten, isinf.out, fallback, ET_KEY(IntegersAndBool, Bool), ISINF_SCHEMA) {
  no_integer(context, args.items(), args.size());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
