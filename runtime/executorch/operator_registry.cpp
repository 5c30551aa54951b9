// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of kernels for a program that is built with ExecuTorch, compiled against its headers
// in place of its own operator_registry.cpp. It is one sorted array, searched in halves.
//
// The array and the number of its entries are weak symbols of names that et-prune knows. In a
// program as it was linked they are the definitions below, and static initialisers fill them:
// register_kernels keeps the order, and two kernels of one name and key end the program, as do more
// than MAX_KERNEL_NUM. In a pruned program both are parts of the registration table, sorted and
// read-only. Nothing refers to these definitions then, nor to register_kernels, and the linker
// collects all three. Where something else registers kernels as well, the table is registered
// here like any other array.

#include <executorch/runtime/kernel/operator_registry.h>

#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/platform.h>

#include <cstdint>
#include <cstring>

#ifndef MAX_KERNEL_NUM
#define MAX_KERNEL_NUM 2000
#endif

using executorch::runtime::Kernel;
using executorch::runtime::KernelKey;

static_assert(sizeof(Kernel) == 3 * sizeof(void *),
              "this registry is for releases of ExecuTorch whose Kernel is three words: name, key, "
              "function; see docs/executorch.md");

extern "C" {
/// Room for kernels, which have no value before they are registered.
alignas(Kernel) unsigned char et_kernels_storage[MAX_KERNEL_NUM * sizeof(Kernel)] __asm__(
    "__et_kernels_storage") __attribute__((weak, visibility("hidden")));
size_t et_kernels_count __asm__("__et_kernels_count")
    __attribute__((weak, visibility("hidden"))) = 0;
}

namespace executorch {
namespace runtime {
namespace {

/// 16 tensors of 16 dimensions.
constexpr size_t longest_key = 660;

Kernel *table() {
  void *storage = et_kernels_storage;
  // The linker may put a longer array in its place: the compiler must not know this length.
  __asm__("" : "+r"(storage));
  return static_cast<Kernel *>(storage);
}

/// The registered kernels of this name.
Span<const Kernel> kernels_of(const char *name) {
  const Kernel *first = table();
  const Kernel *const end = first + et_kernels_count;
  for (size_t count = et_kernels_count; count != 0;) {
    const size_t half = count / 2;
    if (std::strcmp(first[half].name_, name) < 0) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  const Kernel *last = first;
  while (last != end && std::strcmp(last->name_, name) == 0)
    ++last;
  return {first, static_cast<size_t>(last - first)};
}

Error add(const Kernel &kernel) {
  if (et_kernels_count == MAX_KERNEL_NUM) {
    ET_LOG(Error, "'%s' is one kernel too many; compile the registry with a larger MAX_KERNEL_NUM",
           kernel.name_);
    return Error::RegistrationExceedingMaxKernels;
  }
  const Span<const Kernel> same = kernels_of(kernel.name_);
  for (const Kernel &other : same)
    if (other.kernel_key_ == kernel.kernel_key_) {
      ET_LOG(Error, "'%s' is registered twice, key '%s'", kernel.name_,
             kernel.kernel_key_.is_fallback() ? "" : kernel.kernel_key_.data());
      return Error::RegistrationAlreadyRegistered;
    }
  Kernel *const first = table();
  const size_t place = static_cast<size_t>(same.end() - first);
  std::memmove(static_cast<void *>(first + place + 1), first + place,
               (et_kernels_count++ - place) * sizeof(Kernel));
  std::memcpy(static_cast<void *>(first + place), &kernel, sizeof(Kernel));
  return Error::Ok;
}

/// Text that is written to a buffer as far as it fits.
class Writer {
public:
  Writer(char *buffer, size_t size) : next_(buffer), end_(buffer + size) {}
  void put(char c) {
    fits_ &= next_ != end_;
    if (fits_)
      *next_++ = c;
  }
  void put_number(unsigned number) {
    if (number >= 10)
      put_number(number / 10);
    put(static_cast<char>('0' + number % 10));
  }
  bool fits() const { return fits_; }

private:
  char *next_;
  char *const end_;
  bool fits_ = true;
};

} // namespace

Error register_kernels(const Span<const Kernel> kernels) {
  et_pal_init(); // may run before main, and the two below may log
  for (const Kernel &kernel : kernels)
    if (add(kernel) != Error::Ok)
      runtime_abort();
  return Error::Ok;
}

Error internal::make_kernel_key_string(Span<const TensorMeta> metas, char *buffer, size_t size) {
  Writer key(buffer, size);
  const char *before = "v1/";
  for (const TensorMeta &meta : metas) {
    while (*before != '\0')
      key.put(*before++);
    key.put_number(static_cast<uint8_t>(meta.dtype_));
    char separator = ';';
    for (const auto dim : meta.dim_order_) {
      key.put(separator);
      key.put_number(dim);
      separator = ',';
    }
    before = "|";
  }
  key.put('\0');
  // No tensors: the key of every call, and whoever gives no room for it wants none.
  return key.fits() || metas.empty() ? Error::Ok : Error::InvalidArgument;
}

Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas,
                                                 Span<const Kernel> kernels) {
  char text[longest_key];
  const Error error = internal::make_kernel_key_string(metas, text, sizeof(text));
  if (error != Error::Ok)
    return error;
  const KernelKey wanted = metas.empty() ? KernelKey() : KernelKey(text);
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

Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas) {
  return get_op_function_from_registry(name, metas, kernels_of(name));
}

bool registry_has_op_function(const char *name, Span<const TensorMeta> metas) {
  return get_op_function_from_registry(name, metas).ok();
}

Span<const Kernel> get_registered_kernels() { return {table(), et_kernels_count}; }

} // namespace runtime
} // namespace executorch
