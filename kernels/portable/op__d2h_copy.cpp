// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et_copy::_d2h_copy.out: a copy from a device's memory to the host's memory.

#include "device_copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(et_copy, _d2h_copy.out,
                   "et_copy::_d2h_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut };
  copy_between_memories(context, args, kSelf);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
