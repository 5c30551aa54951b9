// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares the functions of ExecuTorch's device allocators that our kernels call. devices.cpp is
// compiled with this file, because the tested releases lack the header of this name.

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

/// Returns null if the program has no allocator for devices of this type.
DeviceAllocator *get_device_allocator(etensor::DeviceType type);

} // namespace executorch::runtime
