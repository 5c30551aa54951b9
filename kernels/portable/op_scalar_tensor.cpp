// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::scalar_tensor.out: a number as a tensor without dimensions.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, scalar_tensor.out, fallback, ET_KEY(NumbersAndBool),
          "scalar_tensor.out(Scalar s, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kS, kOut, kCount };
  Call call(context, args, kCount);
  const FillNumber number = number_argument(call, kS);
  fill(call, call.any_tensor(kOut), {}, number);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
