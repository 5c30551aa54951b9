// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operators that copy between a device's memory and the host's ask for. This runtime has
// the host's memory alone: a program with a tensor on a device is refused when it is loaded, and no
// value is a device's tensor. In programs of ExecuTorch, runtime/executorch/include has this file.

#pragma once

#include <cstddef>

#include "et/error.h"
#include "et/tensor.h"

namespace et {

/// The memory that a device's tensor lies in.
class DeviceMemory {
public:
  explicit DeviceMemory(const Tensor &) {}
  /// Whether the program can copy there and back.
  bool is_reachable() const { return false; }
  Error write(void *, const void *, size_t) const { return Error::NotSupported; }
  Error read(void *, const void *, size_t) const { return Error::NotSupported; }
};

} // namespace et
