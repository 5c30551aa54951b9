/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Text, arguments and files of the host, through the debugger or QEMU.
 */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* File numbers as everywhere: 1 is stdout, 2 is stderr. */
void semihosting_write(int file, const char *data, size_t size);

/* Reads the program's command line: its name and words, separated by blanks, with a 0 at the end.
 * Returns 0, or -1 if there is none or it is too long. */
int semihosting_command_line(char *line, size_t size);

/* Reads a file of the host. Returns its size, or -1 if it cannot be read or is larger than `size`.
 */
long semihosting_read_file(const char *path, char *data, size_t size);

/* Ends the emulation: `status` becomes QEMU's exit status. */
__attribute__((noreturn)) void semihosting_exit(int status);

#ifdef __cplusplus
}
#endif
