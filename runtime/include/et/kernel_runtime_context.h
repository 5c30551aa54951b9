// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a kernel's call. A kernel reports failures to its context, and gets scratch memory
// from it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/span.h"

namespace et {

class BackendInterface;

class KernelRuntimeContext {
public:
  KernelRuntimeContext() = default;
  /// `temp` is scratch memory for one call. The runtime makes a new context for each call.
  explicit KernelRuntimeContext(Span<uint8_t> temp) : temp_(temp) {}

  /// Reports that this call failed. If a call reports several errors, the first error counts. After
  /// fail(), the kernel must return at once.
  void fail(Error error) {
    if (failure_ == Error::Ok)
      failure_ = error;
  }
  Error failure_state() const { return failure_; }

  /// Returns `size` bytes aligned to `alignment` (a power of two), valid until the kernel returns,
  /// or null if too little is left.
  void *allocate_temp(size_t size, size_t alignment = alignof(max_align_t)) {
    const uintptr_t base = reinterpret_cast<uintptr_t>(temp_.data());
    const uintptr_t mask = alignment - 1;
    const size_t offset = ((base + used_ + mask) & ~mask) - base;
    if (offset > temp_.size() || size > temp_.size() - offset) {
      refused_ = size > SIZE_MAX - offset ? SIZE_MAX : offset + size;
      return nullptr;
    }
    used_ = offset + size;
    return temp_.data() + offset;
  }

  /// Returns 0 if allocate_temp() never failed. Otherwise returns the number of bytes that `temp`
  /// needs for the failed allocation and the earlier allocations.
  size_t refused_temp() const { return refused_; }

  /// The registration table has a record for each backend (et/backend.h). To get the backend, the
  /// runtime calls the record's function with a context. The function calls set_backend().
  void set_backend(const BackendInterface *backend) { backend_ = backend; }
  const BackendInterface *backend() const { return backend_; }

private:
  Span<uint8_t> temp_ = {};
  size_t used_ = 0;
  size_t refused_ = 0;
  const BackendInterface *backend_ = nullptr;
  Error failure_ = Error::Ok;
};

/// Kernels call this function, so that they compile for ExecuTorch, too. ExecuTorch's allocate_temp
/// returns a Result, so the header for ExecuTorch defines this function in another way.
inline void *allocate_temp(KernelRuntimeContext &context, size_t size,
                           size_t alignment = alignof(max_align_t)) {
  return context.allocate_temp(size, alignment);
}

} // namespace et
