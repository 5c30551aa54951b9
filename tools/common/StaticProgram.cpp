// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packages have static programs (ET_PRUNE_STATIC), which run on any Linux of their machine. glibc's
// versions of these functions would load shared libraries of the machine's
// glibc, which may be another release. LLVM refers to them and no tool needs them: for `~name` in
// paths, for the home folder where HOME is not set, and for plugins. The linker's --wrap puts these
// in their places.

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
