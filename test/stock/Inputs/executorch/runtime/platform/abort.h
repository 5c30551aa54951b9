// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ends the program after an error.

#pragma once

namespace executorch::runtime {
[[noreturn]] void runtime_abort();
} // namespace executorch::runtime
