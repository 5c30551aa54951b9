// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logical operators. Their bits tell whether elements are 0; NaN is not 0. The result is 0 or 1 in
// any dtype. So one loop serves all dtypes and mixes, and converts no number. Complex numbers are
// not supported, as in ExecuTorch.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The results as bits, indexed by 2 * self + other.
enum LogicalTable : uint8_t { kAnd = 0b1000, kOr = 0b1110, kXor = 0b0110 };

void logical(KernelRuntimeContext &context, Args args, LogicalTable table);

} // namespace et::kernels::ET_KERNEL_LIBRARY
