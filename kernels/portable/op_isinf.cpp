// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::isinf.out: a Bool for each number, true if the number is infinite. The fallback serves
// integers and Bool, for which all results are false.

#include "../common/dtypes.h"
#include "bit_range.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Number = NumberBits<T>>
constexpr auto kIsInf = bit_range_kernel<T>(Number::kInfinity, 1);

} // namespace

#define ISINF(name, code, type) ET_IS_IN_RANGE(isinf.out, kIsInf, name, code, type)
ET_FORALL_FLOAT_DTYPES(ISINF)
ET_NO_INTEGER(isinf.out)

} // namespace et::kernels::ET_KERNEL_LIBRARY
