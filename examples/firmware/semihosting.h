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

/* Reads the program's command line: its name and words, separated by blanks, with a 0 at the end.
 * Returns 0. Returns -1 if there is no command line, or if `line` is too small. */
int semihosting_command_line(char *line, size_t size);

/* Reads a file of the host, which must be smaller than `size`. Returns the file's size. Returns -1
 * if the file cannot be read or is too large. */
long semihosting_read_file(const char *path, char *data, size_t size);

/* Ends the emulation: `status` becomes QEMU's exit status. */
__attribute__((noreturn)) void semihosting_exit(int status);

#ifdef __cplusplus
}
#endif
