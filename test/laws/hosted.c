/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Implements semihosting_write() of examples/firmware for systems whose C library has stdout.
 */

#include "semihosting.h"

#include <stdio.h>

void semihosting_write(int file, const char *data, size_t size) {
  FILE *stream = file == 1 ? stdout : stderr;
  fwrite(data, 1, size, stream);
  fflush(stream);
}
