// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a small program in the form of an ExecuTorch program: the names of dtypes that kernels
// use.

#pragma once

#include <executorch/runtime/core/evalue.h>

namespace executorch::aten {
using runtime::etensor::ScalarType;
} // namespace executorch::aten
