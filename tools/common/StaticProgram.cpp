// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In static programs (ET_PRUNE_STATIC), the linker's --wrap replaces functions of glibc by these.
// Packages contain static programs, because static programs run on any Linux distribution for their
// architecture. glibc's versions of the functions would load shared libraries of the installed
// glibc, which may be another release. LLVM calls the functions to expand `~name` in paths, to find
// the home folder if HOME is not set, and to load plugins. No tool needs these features.

#include <cstddef>
#include <pwd.h>
#include <sys/types.h>

extern "C" {

int __wrap_getpwnam_r(const char *, passwd *, char *, size_t, passwd **Result) {
  *Result = nullptr; // there is no such user
  return 0;
}

int __wrap_getpwuid_r(uid_t, passwd *, char *, size_t, passwd **Result) {
  *Result = nullptr;
  return 0;
}

void *__wrap_dlopen(const char *, int) { return nullptr; }

char *__wrap_dlerror() {
  static char Message[] = "a static program cannot load libraries";
  return Message;
}
}
