// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defaults for programs that define no platform functions.

#include <executorch/runtime/platform/platform.h>

#define ET_WEAK __attribute__((weak))

extern "C" {
ET_WEAK void et_pal_init() {}
ET_WEAK void et_pal_abort() { __builtin_trap(); }
ET_WEAK void et_pal_emit_log_message(const char *) {}
}
