// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime passes its messages to the function et_pal_emit_log_message. The runtime's weak
// definition of this function drops the messages. A program that prints the messages defines the
// function itself.

#pragma once

#include <cstddef>

/// Called once for each message: `length` bytes, without a line end, not NUL-terminated.
extern "C" void et_pal_emit_log_message(const char *message, size_t length);
