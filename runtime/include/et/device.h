// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of devices, for operators that copy between the host and an accelerator. This runtime
// knows only the host's memory and refuses programs with a tensor on a device, so these copies
// always fail. In programs built with ExecuTorch, runtime/executorch/include/et/device.h replaces
// this file.

#pragma once

#include <cstddef>

#include "et/error.h"
#include "et/tensor.h"

namespace et {

class DeviceMemory {
public:
  explicit DeviceMemory(const Tensor &) {}
  bool is_reachable() const { return false; }
  Error write(void *, const void *, size_t) const { return Error::NotSupported; }
  Error read(void *, const void *, size_t) const { return Error::NotSupported; }
};

} // namespace et
