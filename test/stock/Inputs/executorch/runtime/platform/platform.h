// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime wants of a system. The library has weak definitions that do nothing; a program
// may have its own.

#pragma once

extern "C" {
void et_pal_init();
[[noreturn]] void et_pal_abort();
void et_pal_emit_log_message(const char *message);
}
