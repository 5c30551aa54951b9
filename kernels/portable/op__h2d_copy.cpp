// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et_copy::_h2d_copy.out: a copy from the host's memory to a device's memory.

#include "device_copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(et_copy, _h2d_copy.out,
                   "et_copy::_h2d_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut };
  copy_between_memories(context, args, kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
