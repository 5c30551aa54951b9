/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The system calls that newlib's printf needs. _write prints by semihosting. */

#include "semihosting.h"

int _write(int file, const char *data, int size) {
  semihosting_write(file, data, (size_t)size);
  return size;
}

void *_sbrk(ptrdiff_t size) {
  static char heap[4096], *next = heap;
  char *const block = next;
  if (size > heap + sizeof(heap) - next)
    return (void *)-1;
  next += size;
  return block;
}
