// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/registry.h"
#include <cstdio>
extern "C" void report(const char *name, const char *key) { std::printf("%s %s\n", name, key); }
#ifdef OWN
extern "C" int own();
#endif
int main() {
  for (const auto &kernel : et::get_registered_kernels())
    report(kernel.name, kernel.kernel_key ? kernel.kernel_key : "any");
#ifdef OWN
  return own();
#endif
}
