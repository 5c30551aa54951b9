// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names by which ExecuTorch's kernels refer to dtypes.

#pragma once

#include <executorch/runtime/core/evalue.h>

namespace executorch::aten {
using runtime::etensor::ScalarType;
} // namespace executorch::aten
