// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "semihosting.h"
#include <string.h>
int puts(const char *text) {
  semihosting_write(1, text, strlen(text));
  semihosting_write(1, "\n", 1);
  return 0;
}
