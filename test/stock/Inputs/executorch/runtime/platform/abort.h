// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function by which the runtime ends the program after an error.

#pragma once

namespace executorch::runtime {
[[noreturn]] void runtime_abort();
} // namespace executorch::runtime
