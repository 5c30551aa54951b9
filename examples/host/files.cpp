// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

bool Block::allocate(size_t size) {
  if (size > SIZE_MAX - kAlignment)
    return false;
  // calloc and not new: the system gives zeros without writing them, and says no with null.
  memory_ = {std::calloc(1, size + kAlignment), std::free};
  if (!memory_)
    return false;
  const auto address = reinterpret_cast<uintptr_t>(memory_.get());
  data_ = static_cast<uint8_t *>(memory_.get()) + (-address & (kAlignment - 1));
  size_ = size;
  return true;
}

std::string read_file(const std::string &path, Block &file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::fopen(path.c_str(), "rb"),
                                                                std::fclose);
  if (!stream)
    return std::strerror(errno);
  std::string bytes;
  char part[65536];
  while (const size_t count = std::fread(part, 1, sizeof(part), stream.get()))
    bytes.append(part, count);
  if (std::ferror(stream.get()))
    return std::strerror(errno);
  if (!file.allocate(bytes.size()))
    return "there is not enough memory for it";
  std::memcpy(file.data(), bytes.data(), bytes.size());
  return "";
}
