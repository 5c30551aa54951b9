// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// main() for a host. spot_files() needs two semihosting functions, which use the C library here.

#include <cstdio>
#include <cstdlib>

#include "semihosting.h"
#include "spot_files.h"

void semihosting_write(int file, const char *data, size_t size) {
  std::fwrite(data, 1, size, file == 1 ? stdout : stderr);
}

long semihosting_read_file(const char *path, char *data, size_t size) {
  std::FILE *file = std::fopen(path, "rb");
  if (!file)
    return -1;
  const size_t count = std::fread(data, 1, size, file);
  const bool is_complete = count < size && !std::ferror(file);
  std::fclose(file);
  return is_complete ? static_cast<long>(count) : -1;
}

int main(int count, char **arguments) {
  return spot_files(arguments + 1, static_cast<size_t>(count - 1));
}
