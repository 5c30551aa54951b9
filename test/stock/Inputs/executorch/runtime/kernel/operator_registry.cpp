// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry is an array. Registrations copy their kernels to the array when the program starts.
// Tests in test/executorch compile this file with the headers of ExecuTorch's releases.

#include <executorch/runtime/kernel/operator_registry.h>

#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/platform.h>

#include <cstring>

#ifndef MAX_KERNEL_NUM
#define MAX_KERNEL_NUM 2000
#endif

namespace executorch::runtime {

namespace {

constexpr size_t kMaxRegisteredKernels = MAX_KERNEL_NUM;

// An array of words, as in ExecuTorch, because Kernel has no default constructor.
void *registered_kernels_data[kMaxRegisteredKernels * sizeof(Kernel) / sizeof(void *)];
size_t num_registered_kernels = 0;

// ExecuTorch has such a pointer, too. Optimised code addresses the array directly, and unoptimised
// code reads the pointer from memory. et-prune must replace the array in both.
Kernel *slots = reinterpret_cast<Kernel *>(registered_kernels_data);

/// Writes the digits of `number`, which is less than 100, to `buffer`. Returns the count of digits,
/// or 0 if `size` is too small.
__attribute__((noinline)) size_t copy_char_as_number_to_buf(int number, char *buffer, size_t size) {
  if (number < 10) {
    if (size < 1)
      return 0;
    *buffer = static_cast<char>('0' + number);
    return 1;
  }
  if (size < 2)
    return 0;
  buffer[0] = static_cast<char>('0' + number / 10);
  buffer[1] = static_cast<char>('0' + number % 10);
  return 2;
}

template <typename Kernels> Error add(const Kernels &kernels) {
  et_pal_init();
  if (kernels.size() + num_registered_kernels > kMaxRegisteredKernels)
    return Error::RegistrationExceedingMaxKernels;
  for (const Kernel &kernel : kernels) {
    for (size_t i = 0; i < num_registered_kernels; ++i)
      if (std::strcmp(slots[i].name_, kernel.name_) == 0 &&
          slots[i].kernel_key_ == kernel.kernel_key_)
        return Error::RegistrationAlreadyRegistered;
    std::memcpy(static_cast<void *>(&slots[num_registered_kernels++]), &kernel, sizeof(kernel));
  }
  return Error::Ok;
}

} // namespace

#if STOCK_OLD_LAYOUT == 1 || STOCK_OLD_LAYOUT == 2
} // namespace executorch::runtime
torch::executor::Error torch::executor::register_kernels(Kernels kernels) {
  const Error error = executorch::runtime::add(kernels);
  if (error != Error::Ok)
    executorch::runtime::runtime_abort();
  return error;
}
namespace executorch::runtime {
#else
Error register_kernels(const Span<const Kernel> kernels) {
  const Error error = add(kernels);
  if (error != Error::Ok)
    runtime_abort();
  return error;
}
#endif

Error internal::make_kernel_key_string(Span<const TensorMeta> metas, char *buffer, size_t size) {
  if (metas.empty()) {
    if (size > 0)
      *buffer = 0;
    return Error::Ok;
  }
  char *const end = buffer + size;
  if (size < 4)
    return Error::InvalidArgument;
  std::memcpy(buffer, "v1/", 3);
  buffer += 3;
  for (size_t i = 0; i < metas.size(); ++i) {
    const TensorMeta &meta = metas[i];
    size_t used = copy_char_as_number_to_buf(static_cast<int>(meta.dtype_), buffer,
                                             static_cast<size_t>(end - buffer));
    buffer += used;
    for (size_t k = 0; used != 0 && k < meta.dim_order_.size(); ++k) {
      if (buffer == end)
        return Error::InvalidArgument;
      *buffer++ = k == 0 ? ';' : ',';
      used =
          copy_char_as_number_to_buf(meta.dim_order_[k], buffer, static_cast<size_t>(end - buffer));
      buffer += used;
    }
    if (used == 0 || buffer == end)
      return Error::InvalidArgument;
    *buffer++ = i + 1 < metas.size() ? '|' : '\0';
  }
  return Error::Ok;
}

Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas,
                                                 Span<const Kernel> kernels) {
  char buffer[internal::kKernelKeyBufSize];
  const Error error = internal::make_kernel_key_string(metas, buffer, sizeof(buffer));
  if (error != Error::Ok)
    return error;
  const KernelKey wanted = metas.empty() ? KernelKey() : KernelKey(buffer);

  const Kernel *fallback = nullptr;
  for (const Kernel &kernel : kernels) {
    if (std::strcmp(kernel.name_, name) != 0)
      continue;
    if (kernel.kernel_key_ == wanted)
      return kernel.op_;
    if (kernel.kernel_key_.is_fallback())
      fallback = &kernel;
  }
  if (fallback == nullptr)
    return Error::OperatorMissing;
  return fallback->op_;
}

Span<const Kernel> get_registered_kernels() { return {slots, num_registered_kernels}; }

Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas) {
  return get_op_function_from_registry(name, metas, get_registered_kernels());
}

bool registry_has_op_function(const char *name, Span<const TensorMeta> metas) {
  return get_op_function_from_registry(name, metas).ok();
}

} // namespace executorch::runtime
