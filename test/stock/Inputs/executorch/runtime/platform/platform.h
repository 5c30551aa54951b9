// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform functions of the runtime.

#pragma once

extern "C" {
void et_pal_init();
[[noreturn]] void et_pal_abort();
void et_pal_emit_log_message(const char *message);
}
