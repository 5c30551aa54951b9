/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C library's system calls, by semihosting: a breakpoint that the debugger, or QEMU started
 * with -semihosting, answers. stdout and stderr go to QEMU's own, and the exit status of the
 * program becomes QEMU's. There are no files and no input. On hardware without a debugger the
 * breakpoint is a fault; a product would write to a UART here.
 */

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  SYS_OPEN = 0x01,
  SYS_WRITE = 0x05,
  SYS_EXIT_EXTENDED = 0x20,
  ADP_Stopped_ApplicationExit = 0x20026,
};

/* The operation in r0, its parameter block in r1, the answer in r0. */
static intptr_t semihosting(intptr_t operation, const void *block) {
  register intptr_t r0 __asm("r0") = operation;
  register const void *r1 __asm("r1") = block;
  __asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

/* Opens QEMU's stdout (mode 4, "w") or stderr (mode 8, "a"). */
static intptr_t open_terminal(intptr_t mode) {
  static const char name[] = ":tt";
  const intptr_t block[3] = {(intptr_t)name, mode, sizeof(name) - 1};
  return semihosting(SYS_OPEN, block);
}

int _write(int file, const char *data, int size) {
  static intptr_t handles[2] = {-1, -1};
  if (file != STDOUT_FILENO && file != STDERR_FILENO) {
    errno = EBADF;
    return -1;
  }
  intptr_t *handle = &handles[file - STDOUT_FILENO];
  if (*handle == -1)
    *handle = open_terminal(file == STDOUT_FILENO ? 4 : 8);
  const intptr_t block[3] = {*handle, (intptr_t)data, size};
  return size - semihosting(SYS_WRITE, block);
}

__attribute__((noreturn)) void _exit(int status) {
  const intptr_t block[2] = {ADP_Stopped_ApplicationExit, status};
  for (;;)
    semihosting(SYS_EXIT_EXTENDED, block);
}

/* Called by the fault handlers: the stack may be gone, so nothing of the C library is used that
 * needs more than a few words. */
__attribute__((noreturn)) void semihosting_fault(const char *name) {
  _write(STDERR_FILENO, name, (int)strlen(name));
  _write(STDERR_FILENO, "\n", 1);
  _exit(70);
}

/* The heap lies between the script's _sheap and _eheap; only printf uses it. */
void *_sbrk(ptrdiff_t increment) {
  extern char _sheap[], _eheap[];
  static char *top = _sheap;
  if (increment > _eheap - top || increment < _sheap - top) {
    errno = ENOMEM;
    return (void *)-1;
  }
  char *old = top;
  top += increment;
  return old;
}

int _close(int file) {
  (void)file;
  return 0;
}

int _fstat(int file, struct stat *status) {
  (void)file;
  memset(status, 0, sizeof(*status));
  status->st_mode = S_IFCHR;
  return 0;
}

int _isatty(int file) {
  (void)file;
  return 1;
}

off_t _lseek(int file, off_t offset, int whence) {
  (void)file, (void)offset, (void)whence;
  return 0;
}

int _read(int file, char *data, int size) {
  (void)file, (void)data, (void)size;
  return 0;
}

int _kill(int process, int signal) {
  (void)process;
  _exit(128 + signal);
}

int _getpid(void) { return 1; }
