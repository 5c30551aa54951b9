/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A library for LD_PRELOAD that imitates an old Linux kernel. The kernel lacks Landlock; if the
 * environment variable LANDLOCK is N, the kernel has version N of Landlock. With the variable
 * NO_SECCOMP, the kernel cannot filter system calls. If the variable UNFILTERED is not empty, the
 * kernel accepts a filter of system calls but ignores the filter. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>

long syscall(long number, ...) {
  va_list list;
  enum { FIRST_OF_LANDLOCK = 444, LAST_OF_LANDLOCK = 446 };
  if (number >= FIRST_OF_LANDLOCK && number <= LAST_OF_LANDLOCK) {
    const char *version = getenv("LANDLOCK");
    if (!version) {
      errno = ENOSYS;
      return -1;
    }
    va_start(list, number);
    const void *attributes = va_arg(list, const void *);
    va_end(list);
    if (number == FIRST_OF_LANDLOCK && !attributes)
      return atoi(version);
  }
  if (number == SYS_seccomp && getenv("NO_SECCOMP")) {
    errno = ENOSYS;
    return -1;
  }
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; ++i)
    a[i] = va_arg(list, long);
  va_end(list);
  const char *unfiltered = getenv("UNFILTERED");
  if (number == SYS_seccomp && a[0] == SECCOMP_SET_MODE_FILTER && unfiltered && *unfiltered)
    return 0;
  long (*next)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
