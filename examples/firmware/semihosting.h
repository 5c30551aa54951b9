/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the board can tell the outside world, through the debugger or QEMU.
 */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* File numbers as everywhere: 1 is stdout, 2 is stderr. */
void semihosting_write(int file, const char *data, size_t size);

/* Ends the emulation: `status` becomes QEMU's exit status. */
__attribute__((noreturn)) void semihosting_exit(int status);

#ifdef __cplusplus
}
#endif
