// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels call of the allocators of devices, which ExecuTorch has and the headers of the
// tests' releases lack.

#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/portable_type/device.h>

namespace executorch::runtime {

class DeviceAllocator {
public:
  virtual Error copy_host_to_device(void *to, const void *from, size_t size,
                                    etensor::DeviceIndex index) = 0;
  virtual Error copy_device_to_host(void *to, const void *from, size_t size,
                                    etensor::DeviceIndex index) = 0;
};

/// Null where the program has none for such devices.
DeviceAllocator *get_device_allocator(etensor::DeviceType type);

} // namespace executorch::runtime
