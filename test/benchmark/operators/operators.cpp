// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the kernel of the operator that the last argument names. Every program with a model has the
// functions in `used`. The array links them even without a kernel, so that operators.py does not
// count their bytes for a kernel.

#include <cstring>

#include "et/memory.h"
#include "et/registry.h"

et::EValue *values[1];
void (*const used[])() = {
    reinterpret_cast<void (*)()>(et::resize_tensor), reinterpret_cast<void (*)()>(std::memcpy),
    reinterpret_cast<void (*)()>(std::memmove), reinterpret_cast<void (*)()>(std::memset),
    reinterpret_cast<void (*)()>(std::memcmp)};

int main(int argc, char **argv) {
  if (argc > 2)
    used[argc % 5]();
  et::KernelRuntimeContext context;
  et::Result<et::OpFunction> kernel =
      et::get_op_function_from_registry(argv[argc - 1], {values, 1});
  if (kernel.ok())
    (*kernel)(context, et::Span<et::EValue *>(values, 1));
  return static_cast<int>(context.failure_state());
}
