// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second parameter of a kernel: it takes reports of failure, and has scratch memory that
// lives until it returns.

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
  /// `temp` is scratch memory of the caller, all of it free again for every kernel call.
  explicit KernelRuntimeContext(Span<uint8_t> temp) : temp_(temp) {}

  /// Reports that this call failed; the first report counts. The kernel returns right after it.
  void fail(Error error) {
    if (failure_ == Error::Ok)
      failure_ = error;
  }
  Error failure_state() const { return failure_; }

  /// `size` bytes aligned to `alignment` (a power of two), or null when the memory does not
  /// suffice.
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

  /// Where allocate_temp() failed, how much memory it would have taken in all; else 0.
  size_t refused_temp() const { return refused_; }

  /// How a backend's record answers the runtime (et/backend.h).
  void set_backend(const BackendInterface *backend) { backend_ = backend; }
  const BackendInterface *backend() const { return backend_; }

private:
  Span<uint8_t> temp_ = {};
  size_t used_ = 0;
  size_t refused_ = 0;
  const BackendInterface *backend_ = nullptr;
  Error failure_ = Error::Ok;
};

/// How a kernel asks for scratch memory, whichever runtime it is compiled for. Null when there is
/// too little, or none at all.
inline void *allocate_temp(KernelRuntimeContext &context, size_t size,
                           size_t alignment = alignof(max_align_t)) {
  return context.allocate_temp(size, alignment);
}

} // namespace et
