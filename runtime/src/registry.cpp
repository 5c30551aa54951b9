// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks kernels and backends up in the image's registration table.

#include "et/registry.h"

#include "et/backend.h"
#include "et/kernel_key.h"

// The linker script or et-ld defines both symbols. The name of the first symbol says how to link,
// because the linker reports this symbol as undefined if a link has no table.
extern "C" {
extern const et::Kernel
    table_start[] __asm__("__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld")
        __attribute__((visibility("hidden")));
extern const et::Kernel table_end[] __asm__("__et_kernels_end")
    __attribute__((visibility("hidden")));
}

namespace et {
Span<const Kernel> get_registered_kernels() {
  // Both symbols have the same address if the image has no kernels. The barrier is needed because
  // the compiler may assume that table_start and table_end have different addresses.
  const Kernel *start = table_start;
  __asm__("" : "+r"(start));
  return {start, static_cast<size_t>(table_end - start)};
}

bool registry_has_op_function(const char *name) {
  return !find_kernels(get_registered_kernels(), name).empty();
}

bool registry_has_op_function(const char *name, Span<EValue *> args) {
  return select_kernel(find_kernels(get_registered_kernels(), name), args) != nullptr;
}

Result<OpFunction> get_op_function_from_registry(const char *name, Span<EValue *> args) {
  size_t tensors = 0;
  for (const EValue *arg : args)
    tensors += arg->isTensor();
  if (tensors > kMaxKernelKeyTensors)
    return Error::InvalidArgument;
  const Kernel *kernel = select_kernel(find_kernels(get_registered_kernels(), name), args);
  if (!kernel)
    return Error::OperatorMissing;
  return kernel->fn;
}

const BackendInterface *get_backend_class(const char *id) {
  return get_backend_class(get_registered_kernels(), id);
}

} // namespace et
