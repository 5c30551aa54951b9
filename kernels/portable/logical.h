// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logical operators: whether elements are not 0, NaN is not either, is seen from their bits, and
// the result is 0 or 1 of any dtype. So one loop serves all dtypes and mixes of them, and no number
// is converted. There are no complex numbers, as in ExecuTorch.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The results by 2 * self + other, a bit each.
enum LogicalTable : uint8_t { kAnd = 0b1000, kOr = 0b1110, kXor = 0b0110 };

/// The whole operator.
void logical(KernelRuntimeContext &context, Args args, LogicalTable table);

} // namespace et::kernels::ET_KERNEL_LIBRARY
