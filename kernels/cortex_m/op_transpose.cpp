// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::transpose.out: dimension d of the output is dimension perm[d] of the input.

#include "call.h"
#include "copy.h"
#include "dims.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(cortex_m, transpose.out,
                   "cortex_m::transpose.out(Tensor input, int[] perm, *, Tensor(a!) out) -> "
                   "Tensor(a!)") {
  Call call(context, args, 3);
  Tensor input = call.tensor(0, ScalarType::Char);
  Span<const int64_t> perm = call.list(1);
  Tensor out = call.output(2, ScalarType::Char);
  call.require(call.ok() && input.dim() <= kTensorDimensionLimit && perm.size() == input.dim());
  uint8_t dims[kTensorDimensionLimit] = {};
  SizesType sizes[kTensorDimensionLimit] = {};
  uint32_t seen = 0;
  for (size_t d = 0; call.ok() && d < perm.size(); ++d) {
    call.require(mark_dim(perm[d], perm.size(), seen, dims[d]));
    if (call.ok())
      sizes[d] = input.size(dims[d]);
  }
  call.resize(out, {sizes, perm.size()});
  // The input may be the output, and have another shape now.
  for (size_t d = 0; call.ok() && d < perm.size(); ++d)
    call.require(input.size(dims[d]) == sizes[d]);
  if (call.ok())
    copy_permuted(input, dims, out);
}

} // namespace et::ET_KERNEL_LIBRARY
