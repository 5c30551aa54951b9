// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::isnan.out: a Bool for each number, true if the number is NaN. The fallback serves integers
// and Bool, for which all results are false.

#include "../common/dtypes.h"
#include "bit_range.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Number = NumberBits<T>>
constexpr auto kIsNan = bit_range_kernel<T>(Number::kInfinity + 1, Number::kFraction);

} // namespace

#define ISNAN(name, code, type) ET_IS_IN_RANGE(isnan.out, kIsNan, name, code, type)
ET_FORALL_FLOAT_DTYPES(ISNAN)
ET_NO_INTEGER(isnan.out)

} // namespace et::kernels::ET_KERNEL_LIBRARY
