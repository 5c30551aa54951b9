// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-ld takes this program for GNU ld, because the program contains the text "GNU ld". The program
// runs a Python script with the linker's arguments, and sets LD to the name of the real linker.

#include <stdlib.h>
#include <unistd.h>

#ifndef LD
#define LD "ld.bfd"
#endif
static const char *volatile name = "GNU ld %s";
int main(int count, char **arguments) {
  char *all[count + 2];
  all[0] = PYTHON;
  all[1] = SCRIPT;
  for (int i = 1; i <= count; ++i)
    all[i + 1] = arguments[i];
  setenv("LD", LD, 1);
  return name ? execv(PYTHON, all) : 0;
}
