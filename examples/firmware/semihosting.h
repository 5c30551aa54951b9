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
 * Returns 0, or -1 if there is no command line or if it is too long. */
int semihosting_command_line(char *line, size_t size);

/* Reads a file of the host. Returns its size, or -1 if it cannot be read or is larger than `size`.
 */
long semihosting_read_file(const char *path, char *data, size_t size);

/* Ends the emulation: `status` becomes QEMU's exit status. */
__attribute__((noreturn)) void semihosting_exit(int status);

#ifdef __cplusplus
}
#endif
