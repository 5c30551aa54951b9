// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces functions of glibc in static programs (ET_PRUNE_STATIC). Packages have static programs,
// because these run on any Linux of their machine. glibc's versions of the functions would load
// shared libraries of the installed glibc, which may be another release. LLVM refers to them for
// `~name` in paths, for the home folder if HOME is not set, and for plugins. No tool needs them.
// The linker's --wrap replaces them.

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
  static char Message[] = "this program is static: it loads no library";
  return Message;
}
}
