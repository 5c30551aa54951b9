// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's platform functions. The library has weak definitions that do nothing; a program may
// define its own.

#pragma once

extern "C" {
void et_pal_init();
[[noreturn]] void et_pal_abort();
void et_pal_emit_log_message(const char *message);
}
