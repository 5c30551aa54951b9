// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logical operators. The loop tests the bits of an element to see if the element is 0; NaN is not
// 0. The loop stores the bits of 0 or 1 in the output's dtype. No number is converted, so one loop
// serves all mixes of dtypes. As in ExecuTorch, a call with complex numbers fails.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Truth tables. The result is the bit with the number 2 * self + other.
enum LogicalTable : uint8_t { kAnd = 0b1000, kOr = 0b1110, kXor = 0b0110 };

void logical(KernelRuntimeContext &context, Args args, LogicalTable table);

} // namespace et::kernels::ET_KERNEL_LIBRARY
