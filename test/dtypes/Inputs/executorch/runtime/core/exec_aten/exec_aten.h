// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a small program with the shape of one that is built with ExecuTorch: the name by which
// kernels know dtypes.

#pragma once

#include <executorch/runtime/core/evalue.h>

namespace executorch::aten {
using runtime::etensor::ScalarType;
} // namespace executorch::aten
