// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// main() for a board. The names of the input files come from the emulator's command line:
// qemu-system-arm ... -append "yes.csv no.csv".

#include <cstddef>

#include "console.h"
#include "semihosting.h"
#include "spot_files.h"

int main() {
  static char line[4096];
  static const char *words[256];
  if (semihosting_command_line(line, sizeof(line)) != 0) {
    err << "error: the command line cannot be read, or is longer than 4096 bytes\n";
    return 1;
  }
  size_t count = 0;
  for (char *next = line; *next && count < 256;) {
    if (*next == ' ') {
      *next++ = '\0';
      continue;
    }
    words[count++] = next;
    while (*next && *next != ' ')
      ++next;
  }
  // The first word is the program's name.
  return count == 0 ? 1 : spot_files(words + 1, count - 1);
}
