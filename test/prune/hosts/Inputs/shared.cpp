// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/registry.h"
#include <cstdio>
extern "C" int count_kernels() {
  for (const auto &kernel : et::get_registered_kernels())
    std::printf("%s %s\n", kernel.name, kernel.kernel_key ? kernel.kernel_key : "any");
  return 0;
}
