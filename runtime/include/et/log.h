// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the runtime's messages go. The library's own definition is weak and drops them; a program
// that wants to see why something failed defines the function itself.

#pragma once

#include <cstddef>

/// Called once per message: `length` bytes without a line end, not NUL-terminated.
extern "C" void et_pal_emit_log_message(const char *message, size_t length);
