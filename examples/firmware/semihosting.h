/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the board can tell and ask the outside world, through the debugger or QEMU.
 */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* File numbers as everywhere: 1 is stdout, 2 is stderr. */
void semihosting_write(int file, const char *data, size_t size);

/* The words that the program was started with, the program's name first, with a blank between them
 * and a 0 at the end. Returns 0, or -1 where there is none or it is longer. */
int semihosting_command_line(char *line, size_t size);

/* Reads a file of the machine outside. Returns its size, or -1 where it cannot be read or has more
 * bytes. */
long semihosting_read_file(const char *path, char *data, size_t size);

/* Ends the emulation: `status` becomes QEMU's exit status. */
__attribute__((noreturn)) void semihosting_exit(int status);

#ifdef __cplusplus
}
#endif
