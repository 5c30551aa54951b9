// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device access for the operators that copy between a device's memory and the host's. This runtime
// has only the host's memory. It refuses to load programs with a tensor on a device, so no value is
// a device's tensor. runtime/executorch/include has this file for programs built with ExecuTorch.

#pragma once

#include <cstddef>

#include "et/error.h"
#include "et/tensor.h"

namespace et {

/// The memory of a device's tensor.
class DeviceMemory {
public:
  explicit DeviceMemory(const Tensor &) {}
  /// Whether the program can copy to and from it.
  bool is_reachable() const { return false; }
  Error write(void *, const void *, size_t) const { return Error::NotSupported; }
  Error read(void *, const void *, size_t) const { return Error::NotSupported; }
};

} // namespace et
