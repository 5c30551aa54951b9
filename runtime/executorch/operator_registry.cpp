// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of kernels for programs built with ExecuTorch. This file is compiled against
// ExecuTorch's headers and replaces ExecuTorch's operator_registry.cpp. The registry has the
// kernels of the linked table, which et-ld or a linker script makes, and the kernels registered at
// run time. The lookup finds the kernel whose key matches a call most closely.
//
// The linked table is sorted and read-only. If a link has no table, the weak definitions below give
// an empty table. The first call of register_kernels copies the linked kernels to a storage for
// MAX_KERNEL_NUM kernels. From then on all kernels are in the storage, sorted by operator.
//
// If no code calls register_kernels, the linker garbage-collects the function and the storage,
// because lookups use the storage only through the pointer et_kernels_registered. When et-prune
// prunes such a program, the linked table ends with this pointer, null and read-only, in place of
// the weak definition below. A pointer at this place tells et-prune that the image is pruned.
//
// A linked kernel wins over a kernel registered at run time for the same operator and key. As with
// ExecuTorch's own registry, the program ends if it registers two kernels with the same key, or too
// many kernels.

#include <executorch/runtime/kernel/operator_registry.h>

#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/platform.h>

#include "../include/et/kernel_key.h"

#include <cstdint>
#include <cstring>
#include <type_traits>

#ifndef MAX_KERNEL_NUM
#define MAX_KERNEL_NUM 2000
#endif

using executorch::runtime::Kernel;

static_assert(
    std::is_invocable_v<executorch::runtime::OpFunction,
                        executorch::runtime::KernelRuntimeContext &,
                        executorch::runtime::Span<executorch::runtime::EValue *>>,
    "et-prune's registry is for ExecuTorch 1.0 and newer releases, whose kernels take their "
    "arguments as Span<EValue *>");
static_assert(sizeof(Kernel) == 3 * sizeof(void *),
              "this registry is for releases of ExecuTorch whose Kernel is three words: name, key, "
              "function; see docs/executorch.md");

namespace {

/// All kernels, once the program has registered a kernel at run time.
struct Storage {
  size_t count;
  alignas(Kernel) unsigned char bytes[MAX_KERNEL_NUM * sizeof(Kernel)];

  Kernel *kernels() { return reinterpret_cast<Kernel *>(bytes); }
};

} // namespace

extern "C" {
extern const unsigned char et_kernels_start[0] __asm__("__et_kernels_start")
    __attribute__((weak, visibility("hidden"), aligned(alignof(Kernel))));
const unsigned char et_kernels_start[0] = {};
extern const unsigned char et_kernels_end[0] __asm__("__et_kernels_end")
    __attribute__((weak, visibility("hidden"), alias("__et_kernels_start")));
/// Points to the storage. Null until the first kernel is registered at run time.
extern Storage *et_kernels_registered __asm__("__et_kernels_registered")
    __attribute__((weak, visibility("hidden")));
Storage *et_kernels_registered = nullptr;
}

namespace executorch {
namespace runtime {
namespace {

Span<const Kernel> linked_kernels() {
  const void *start = et_kernels_start, *end = et_kernels_end;
  // Hides the values from the compiler, because the linker may replace these empty arrays.
  __asm__("" : "+r"(start), "+r"(end));
  const auto *const first = static_cast<const Kernel *>(start);
  return {first, static_cast<size_t>(static_cast<const Kernel *>(end) - first)};
}

Span<const Kernel> kernels_of(Span<const Kernel> all, const char *name) {
  const Kernel *first = all.begin();
  while (first != all.end() && std::strcmp(first->name_, name) < 0)
    ++first;
  const Kernel *last = first;
  while (last != all.end() && std::strcmp(last->name_, name) == 0)
    ++last;
  return {first, static_cast<size_t>(last - first)};
}

Error insert(Storage &storage, const Kernel &kernel, size_t place) {
  if (storage.count == MAX_KERNEL_NUM) {
    ET_LOG(Error, "'%s' is one kernel too many; compile the registry with a larger MAX_KERNEL_NUM",
           kernel.name_);
    return Error::RegistrationExceedingMaxKernels;
  }
  Kernel *const to = storage.kernels() + place;
  std::memmove(static_cast<void *>(to + 1), to, (storage.count++ - place) * sizeof(Kernel));
  std::memcpy(static_cast<void *>(to), &kernel, sizeof(Kernel));
  return Error::Ok;
}

Error add(Storage &storage, const Kernel &kernel) {
  const Span<const Kernel> same = kernels_of(get_registered_kernels(), kernel.name_);
  for (const Kernel &other : same)
    if (other.kernel_key_ == kernel.kernel_key_) {
      if (&other < same.begin() + kernels_of(linked_kernels(), kernel.name_).size())
        return Error::Ok; // a linked kernel wins
      ET_LOG(Error, "'%s' is registered twice, key '%s'", kernel.name_,
             kernel.kernel_key_.is_fallback() ? "" : kernel.kernel_key_.data());
      return Error::RegistrationAlreadyRegistered;
    }
  return insert(storage, kernel, static_cast<size_t>(same.end() - storage.kernels()));
}

class Writer {
public:
  Writer(char *buffer, size_t size) : next_(buffer), end_(buffer + size) {}
  void put(char c) {
    fits_ &= next_ != end_;
    if (fits_)
      *next_++ = c;
  }
  /// Writes a number of one or two digits. Any other number counts as too long for the buffer.
  void put_number(int number) {
    fits_ &= number >= 0 && number < 100;
    if (number >= 10)
      put(static_cast<char>('0' + number / 10));
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
  static Storage storage;
  et_pal_init(); // because this function may run before main and log an error
  Error error = Error::Ok;
  if (et_kernels_registered == nullptr) {
    for (const Kernel &kernel : linked_kernels())
      if (error == Error::Ok)
        error = insert(storage, kernel, storage.count);
    et_kernels_registered = &storage;
  }
  for (const Kernel &kernel : kernels)
    if (error == Error::Ok)
      error = add(storage, kernel);
  if (error != Error::Ok)
    runtime_abort();
  return error;
}

Error internal::make_kernel_key_string(Span<const TensorMeta> metas, char *buffer, size_t size) {
  Writer key(buffer, size);
  const char *before = "v1/";
  for (const TensorMeta &meta : metas) {
    while (*before != '\0')
      key.put(*before++);
    key.put_number(static_cast<int>(meta.dtype_));
    char separator = ';';
    for (const auto dim : meta.dim_order_) {
      key.put(separator);
      key.put_number(dim);
      separator = ',';
    }
    before = "|";
  }
  key.put('\0');
  // Without tensors the key is empty, so the caller may pass no buffer.
  return key.fits() || metas.empty() ? Error::Ok : Error::InvalidArgument;
}

Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas,
                                                 Span<const Kernel> kernels) {
  if (metas.size() > et::kMaxKernelKeyTensors)
    return Error::InvalidArgument;
  const Kernel *best = nullptr;
  uint32_t closest = 0;
  for (const Kernel &kernel : kernels) {
    if (std::strcmp(kernel.name_, name) != 0)
      continue;
    uint32_t closeness = et::KernelKeyMatcher::kFallbackSpecificity;
    if (!kernel.kernel_key_.is_fallback()) {
      et::KernelKeyMatcher matcher(kernel.kernel_key_.data());
      for (const TensorMeta &meta : metas)
        matcher.feed(static_cast<uint8_t>(meta.dtype_), meta.dim_order_.data(),
                     meta.dim_order_.size());
      if (!matcher.matches())
        continue;
      closeness = matcher.specificity();
    }
    if (closeness > closest) {
      closest = closeness;
      best = &kernel;
    }
  }
  if (best == nullptr)
    return Error::OperatorMissing;
  return best->op_;
}

Result<OpFunction> get_op_function_from_registry(const char *name, Span<const TensorMeta> metas) {
  return get_op_function_from_registry(name, metas, get_registered_kernels());
}

bool registry_has_op_function(const char *name, Span<const TensorMeta> metas) {
  return get_op_function_from_registry(name, metas).ok();
}

Span<const Kernel> get_registered_kernels() {
  Storage *const storage = et_kernels_registered;
  return storage != nullptr ? Span<const Kernel>(storage->kernels(), storage->count)
                            : linked_kernels();
}

} // namespace runtime
} // namespace executorch
