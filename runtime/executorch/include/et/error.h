// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a program built with ExecuTorch, kernels use ExecuTorch's error codes.

#pragma once

#include <executorch/runtime/core/error.h>

namespace et {

using executorch::runtime::Error;

} // namespace et
