// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::zeros.out: a tensor of the given sizes, filled with 0. In every dtype, the number 0
// consists of zero bytes, so one kernel serves all dtypes.

#include <cstring>

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, zeros.out, "zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSize, kOut };
  const Tensor out = make_sized(context, args, kOut);
  const size_t size = out.defined() ? out.nbytes() : 0;
  if (size != 0)
    std::memset(out.mutable_data_ptr<char>(), 0, size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
