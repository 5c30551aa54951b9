// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between the host's memory and an accelerator's memory, in a program built with ExecuTorch.
// Copies use the allocator that the program registers with ExecuTorch for the device. Some releases
// of ExecuTorch have no device_allocator.h. With these releases, copies fail.

#pragma once

#if __has_include(<executorch/runtime/core/device_allocator.h>)
#include <executorch/runtime/core/device_allocator.h>
#define ET_HAS_DEVICE_ALLOCATORS 1
#else
#define ET_HAS_DEVICE_ALLOCATORS 0
#endif

#include <cstddef>

#include "et/error.h"
#include "et/tensor.h"

namespace et {

class DeviceMemory {
public:
#if ET_HAS_DEVICE_ALLOCATORS
  explicit DeviceMemory(const Tensor &tensor)
      : allocator_(
            executorch::runtime::get_device_allocator(tensor.unsafeGetTensorImpl()->device_type())),
        index_(tensor.unsafeGetTensorImpl()->device_index()) {}
  /// True if the program has registered an allocator for the device.
  bool is_reachable() const { return allocator_ != nullptr; }
  Error write(void *to, const void *from, size_t size) const {
    return allocator_->copy_host_to_device(to, from, size, index_);
  }
  Error read(void *to, const void *from, size_t size) const {
    return allocator_->copy_device_to_host(to, from, size, index_);
  }

private:
  executorch::runtime::DeviceAllocator *allocator_;
  executorch::runtime::etensor::DeviceIndex index_;
#else
  explicit DeviceMemory(const Tensor &) {}
  bool is_reachable() const { return false; }
  Error write(void *, const void *, size_t) const { return Error::NotSupported; }
  Error read(void *, const void *, size_t) const { return Error::NotSupported; }
#endif
};

} // namespace et
