// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error codes for kernels in a program built with ExecuTorch: ExecuTorch's own.

#pragma once

#include <executorch/runtime/core/error.h>

namespace et {

using executorch::runtime::Error;

} // namespace et
