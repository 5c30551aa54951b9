// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library for LD_PRELOAD that prints the options of GNU ld. GNU ld passes most options to
// getopt_long_only(). After an unknown option, it passes the long options that need two dashes to
// getopt_long(). At the first call of each function, the library prints a line with the one-letter
// options. A line for each long option follows: name, has_arg (0, 1 or 2), number of dashes.
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
