// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logical operators. An element's bits tell if it is 0; NaN is not 0. The result is 0 or 1 in any
// dtype. Thus one loop serves all mixes of dtypes, and converts no number. Complex numbers are not
// supported, as in ExecuTorch.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Truth tables: bit 2 * self + other is the result.
enum LogicalTable : uint8_t { kAnd = 0b1000, kOr = 0b1110, kXor = 0b0110 };

void logical(KernelRuntimeContext &context, Args args, LogicalTable table);

} // namespace et::kernels::ET_KERNEL_LIBRARY
