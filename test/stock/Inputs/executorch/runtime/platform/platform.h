// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's platform functions. The library's weak definitions do nothing.

#pragma once

extern "C" {
void et_pal_init();
[[noreturn]] void et_pal_abort();
void et_pal_emit_log_message(const char *message);
}
