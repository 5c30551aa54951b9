// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocates memory of exactly the size of a tensor's elements. Guard bytes before the memory show
// stray writes. On Linux, an inaccessible page follows the memory. On other systems, more guard
// bytes follow. With a sanitizer there are no guards, because the sanitizer finds stray accesses.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <utility>
#include <vector>

#include "compare.h"

#if defined(__has_feature)
#define ET_CASES_SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define ET_CASES_SANITIZED 1
#else
#define ET_CASES_SANITIZED 0
#endif
#if defined(__linux__) && !ET_CASES_SANITIZED
#define ET_CASES_GUARD_PAGES 1
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace kernel_cases {

#ifdef ET_CASES_GUARD_PAGES

/// Allocates and reuses blocks of pages. A guard page follows each block.
class GuardedPages {
public:
  static inline int access = PROT_NONE; ///< of guard pages; must be set before the first take()

  static uint8_t *take(size_t pages) {
    std::vector<uint8_t *> &kept = kept_pages()[pages];
    if (!kept.empty()) {
      uint8_t *result = kept.back();
      kept.pop_back();
      return result;
    }
    const size_t size = pages * page_size();
    void *result = mmap(nullptr, size + page_size(), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (result == MAP_FAILED ||
        mprotect(static_cast<uint8_t *>(result) + size, page_size(), access) != 0)
      throw std::bad_alloc();
    return static_cast<uint8_t *>(result);
  }
  static void give_back(uint8_t *first, size_t pages) {
    if (pages <= kMostKept)
      kept_pages()[pages].push_back(first);
    else
      munmap(first, (pages + 1) * page_size());
  }
  static size_t page_size() {
    static const size_t size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return size;
  }

private:
  static constexpr size_t kMostKept = 16;
  static std::map<size_t, std::vector<uint8_t *>> &kept_pages() {
    static std::map<size_t, std::vector<uint8_t *>> pages;
    return pages;
  }
};

class Memory {
public:
  explicit Memory(size_t size)
      : size_(size),
        pages_((size + kGuard + GuardedPages::page_size() - 1) / GuardedPages::page_size()),
        first_(GuardedPages::take(pages_)),
        data_(first_ + pages_ * GuardedPages::page_size() - size) {
    std::fill(data_ - kGuard, data_ + size, kFill);
  }
  Memory(Memory &&other) noexcept
      : size_(other.size_), pages_(other.pages_), first_(std::exchange(other.first_, nullptr)),
        data_(other.data_) {}
  Memory &operator=(Memory &&) = delete;
  ~Memory() {
    if (first_)
      GuardedPages::give_back(first_, pages_);
  }

  uint8_t *data() { return data_; }
  const uint8_t *data() const { return data_; }
  size_t size() const { return size_; }
  bool is_intact() const {
    return std::all_of(data_ - kGuard, data_, [](uint8_t byte) { return byte == kFill; });
  }

private:
  static constexpr size_t kGuard = 64;
  size_t size_, pages_;
  uint8_t *first_, *data_;
};

#else

class Memory {
public:
  explicit Memory(size_t size) : bytes_(size + 2 * kGuard, kFill) {}

  uint8_t *data() { return bytes_.data() + kGuard; }
  const uint8_t *data() const { return bytes_.data() + kGuard; }
  size_t size() const { return bytes_.size() - 2 * kGuard; }
  bool is_intact() const {
    const auto is_fill = [](uint8_t byte) { return byte == kFill; };
    return std::all_of(bytes_.begin(), bytes_.begin() + kGuard, is_fill) &&
           std::all_of(bytes_.end() - kGuard, bytes_.end(), is_fill);
  }

private:
  static constexpr ptrdiff_t kGuard = ET_CASES_SANITIZED ? 0 : 64;
  std::vector<uint8_t> bytes_;
};

#endif

} // namespace kernel_cases
