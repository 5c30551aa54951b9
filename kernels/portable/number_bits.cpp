// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See number_bits.h.

#include "number_bits.h"

#include <cstring>

namespace et::kernels::ET_KERNEL_LIBRARY {

void keep_run(const ElementRun &run) {
  if (run.data[0] != run.data[1])
    std::memmove(run.data[0], run.data[1], run.count * static_cast<size_t>(run.strides[0]));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
