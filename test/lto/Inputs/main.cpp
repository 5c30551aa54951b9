// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every registered kernel.

#include "kernels.h"

#include <cstring>

extern "C" {
extern const et::Kernel __et_kernels_start[], __et_kernels_end[];
}

static volatile std::size_t margin = 0;

// On Arm, clang compiles this memcpy to a call of __aeabi_memcpy. The bitcode's symbol table lacks
// this name, but the link bundle must have the archive member that defines __aeabi_memcpy.
static char *append(char *to, const char *text) {
  std::size_t size = std::strlen(text);
  std::memcpy(to, text, size);
  return to + size;
}

int main() {
  et::KernelRuntimeContext *context = nullptr;
  for (const et::Kernel *kernel = __et_kernels_start; kernel != __et_kernels_end; ++kernel) {
    char line[80];
    // LLD's map names no object for the literal's section. Pruning must work in spite of
    // this. The compiler would remove the memcpy if `margin` were not volatile.
    std::memcpy(line, "                ", margin);
    char *end = append(append(append(line + margin, kernel->name), " "), kernel->kernel_key);
    std::memcpy(end, "\n", 2);
    say(line);
    kernel->fn(*context, {});
  }
  return 0;
}
