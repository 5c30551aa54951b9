// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The output of the runtime's messages. The runtime's weak definition of the function drops the
// messages. A program that wants to see them defines the function itself.

#pragma once

#include <cstddef>

/// Called once for each message: `length` bytes, without a line end, not NUL-terminated.
extern "C" void et_pal_emit_log_message(const char *message, size_t length);
