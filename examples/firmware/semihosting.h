/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Prints text on the host, and reads the host's command line and files, through the debugger or
 * QEMU.
 */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `file` is 1 for stdout, 2 for stderr. */
void semihosting_write(int file, const char *data, size_t size);

/* Reads the command line: the program's name and arguments, separated by blanks, and a 0 byte.
 * Returns 0. Returns -1 if there is no command line, or if `line` is too small. */
int semihosting_command_line(char *line, size_t size);

/* Reads a file of the host, and returns its size in bytes. Returns -1 if the file cannot be read or
 * has `size` bytes or more. */
long semihosting_read_file(const char *path, char *data, size_t size);

/* Ends the emulation: `status` becomes QEMU's exit status. */
__attribute__((noreturn)) void semihosting_exit(int status);

#ifdef __cplusplus
}
#endif
