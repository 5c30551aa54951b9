/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Semihosting: the program stops at a special breakpoint. The debugger, or QEMU with -semihosting,
 * then does the requested operation and continues the program. Without a debugger, the breakpoint
 * causes a fault. A product would therefore write to a UART.
 */

#include "semihosting.h"

#include <stdint.h>
#include <string.h>

enum {
  SYS_OPEN = 0x01,
  SYS_CLOSE = 0x02,
  SYS_WRITE = 0x05,
  SYS_READ = 0x06,
  SYS_GET_CMDLINE = 0x15,
  SYS_EXIT_EXTENDED = 0x20,
  ADP_Stopped_ApplicationExit = 0x20026,
};

/* The first register has the operation, the second has the address of the parameter block. The
 * result is returned in the first register. */
static intptr_t semihosting(intptr_t operation, const intptr_t *block) {
#ifdef __riscv
  register intptr_t a0 __asm("a0") = operation;
  register const intptr_t *a1 __asm("a1") = block;
  /* These three instructions form a semihosting breakpoint. They must be in one page. */
  __asm volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                 "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
                 : "+r"(a0)
                 : "r"(a1)
                 : "memory");
  return a0;
#else
  register intptr_t r0 __asm("r0") = operation;
  register const intptr_t *r1 __asm("r1") = block;
  __asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
#endif
}

/* ":tt" is the terminal: stdout if opened for writing (mode 4), stderr if opened for appending
 * (mode 8). */
static intptr_t open_terminal(int file) {
  static const char name[] = ":tt";
  const intptr_t block[3] = {(intptr_t)name, file == 1 ? 4 : 8, sizeof(name) - 1};
  return semihosting(SYS_OPEN, block);
}

void semihosting_write(int file, const char *data, size_t size) {
  /* The handles that SYS_OPEN returned, or 0 for a file that is not open. A handle is never 0. */
  static intptr_t handles[3];
  if (handles[file] == 0)
    handles[file] = open_terminal(file);
  const intptr_t block[3] = {handles[file], (intptr_t)data, (intptr_t)size};
  semihosting(SYS_WRITE, block);
}

int semihosting_command_line(char *line, size_t size) {
  const intptr_t block[2] = {(intptr_t)line, (intptr_t)size};
  return semihosting(SYS_GET_CMDLINE, block) == 0 ? 0 : -1;
}

long semihosting_read_file(const char *path, char *data, size_t size) {
  /* Mode 1: binary, for reading. */
  const intptr_t name[3] = {(intptr_t)path, 1, (intptr_t)strlen(path)};
  const intptr_t handle = semihosting(SYS_OPEN, name);
  if (handle == -1)
    return -1;
  /* SYS_READ returns how many of the `size` bytes it did not read. If it returns 0, the file may
   * have more than `size` bytes, so 0 is an error. */
  const intptr_t block[3] = {handle, (intptr_t)data, (intptr_t)size};
  const intptr_t missing = semihosting(SYS_READ, block);
  semihosting(SYS_CLOSE, &handle);
  return missing > 0 && missing <= (intptr_t)size ? (long)size - missing : -1;
}

void semihosting_exit(int status) {
  const intptr_t block[2] = {ADP_Stopped_ApplicationExit, status};
  for (;;)
    semihosting(SYS_EXIT_EXTENDED, block);
}

/* exit() and abort() of newlib and picolibc call this function. */
__attribute__((noreturn)) void _exit(int status) { semihosting_exit(status); }
