// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For LD_PRELOAD: prints the options that GNU ld passes to getopt_long_only(), and to
// getopt_long(), which it calls for an unknown option. First come the letters, then on each line a
// name, its has_arg and the number of dashes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <getopt.h>
#include <stdio.h>

typedef int Getopt(int, char *const *, const char *, const struct option *, int *);

static void print(int Dashes, const char *Letters, const struct option *Options) {
  static int Printed[3];
  if (Printed[Dashes]++)
    return;
  printf("letters %s\n", Letters);
  for (; Options->name; ++Options)
    printf("option %s %d %d\n", Options->name, Options->has_arg, Dashes);
  fflush(stdout);
}

int getopt_long_only(int Count, char *const *Words, const char *Letters,
                     const struct option *Options, int *Index) {
  print(1, Letters, Options);
  return ((Getopt *)dlsym(RTLD_NEXT, "getopt_long_only"))(Count, Words, Letters, Options, Index);
}

int getopt_long(int Count, char *const *Words, const char *Letters, const struct option *Options,
                int *Index) {
  print(2, Letters, Options);
  return ((Getopt *)dlsym(RTLD_NEXT, "getopt_long"))(Count, Words, Letters, Options, Index);
}
