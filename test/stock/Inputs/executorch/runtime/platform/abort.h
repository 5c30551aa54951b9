// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way out of a runtime without exceptions.

#pragma once

namespace executorch::runtime {
[[noreturn]] void runtime_abort();
} // namespace executorch::runtime
