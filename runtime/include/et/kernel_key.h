// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel keys: which calls of an operator a kernel serves.
//
//     key   = "v1/" [entry {"|" entry} ["|*"]]
//     entry = dtype ";" [dim {"," dim}]           dtype: ScalarType's code; dims: the dim order
//
// A call has one entry per tensor argument that is present, as in ExecuTorch's lookup: lists of
// tensors have none, nor have other arguments. An entry without dim order agrees with every dim
// order. A last "*" stands for any number of further entries, all of the dtype before it.
//
// Programs repeat the output as a last argument, the call's result, and keys may or may not have
// an entry for it. So a key matches a call when every entry agrees and the counts are equal, or
// the call has exactly one entry more.
//
// The runtime's lookup and the host tool's resolver both decide with this header; hence it stands
// alone, and is fed one entry at a time: neither side need write the other's form of a call.
//
// A call may have one entry more than a key. ExecuTorch's programs repeat the output as the last
// argument, and keys in the wild are written both with and without it.

#pragma once

#include <cstddef>
#include <cstdint>

namespace et {

/// One entry of a key. `dim_order` is only good until the reader reads on.
struct KernelKeyEntry {
  static constexpr size_t kMaxDims = 16;

  uint8_t dtype = 0;
  bool is_rest = false; ///< the "*": `dtype` is that of the entry before it, there are no dims
  uint8_t dim = 0;
  uint8_t dim_order[kMaxDims] = {};
};

/// Reads a key's entries one after the other, never past its end. A key is malformed when a number
/// has leading zeros or is out of range, or when a dim order is no permutation, too.
class KernelKeyReader {
public:
  KernelKeyReader(const char *key, size_t length) : next_(key), end_(key + length) {
    state_ = take('v') && take('1') && take('/') ? State::First : State::Malformed;
  }
  explicit KernelKeyReader(const char *key) : KernelKeyReader(key, length_of(key)) {}

  /// Reads the next entry; false at the end, and when the key is malformed.
  bool next(KernelKeyEntry &entry) {
    if (state_ == State::Malformed)
      return false;
    if (next_ == end_)
      return false;
    const bool first = state_ == State::First;
    state_ = State::Inside;
    if (!first && !take('|'))
      return malformed_here();
    entry.dim = 0;
    entry.is_rest = !first && take('*');
    if (entry.is_rest)
      return next_ == end_ || malformed_here();
    return (read_number(127, entry.dtype) && take(';') && read_dim_order(entry)) ||
           malformed_here();
  }

  bool malformed() const { return state_ == State::Malformed; }

private:
  enum class State : uint8_t { First, Inside, Malformed };

  static size_t length_of(const char *key) {
    size_t length = 0;
    while (key[length] != '\0')
      ++length;
    return length;
  }
  bool malformed_here() {
    state_ = State::Malformed;
    return false;
  }
  bool take(char c) {
    if (next_ == end_ || *next_ != c)
      return false;
    ++next_;
    return true;
  }
  bool at_digit() const { return next_ != end_ && *next_ >= '0' && *next_ <= '9'; }
  bool read_number(unsigned max, uint8_t &number) {
    if (!at_digit())
      return false;
    unsigned value = 0;
    if (!take('0'))
      while (at_digit() && value <= max)
        value = value * 10 + static_cast<unsigned>(*next_++ - '0');
    number = static_cast<uint8_t>(value);
    return value <= max && !at_digit();
  }
  bool read_dim_order(KernelKeyEntry &entry) {
    if (!at_digit())
      return true;
    uint32_t seen = 0;
    do {
      uint8_t dim;
      if (entry.dim == KernelKeyEntry::kMaxDims || !read_number(KernelKeyEntry::kMaxDims - 1, dim))
        return false;
      seen |= uint32_t(1) << dim;
      entry.dim_order[entry.dim++] = dim;
    } while (take(','));
    return seen + 1 == uint32_t(1) << entry.dim;
  }

  const char *next_;
  const char *end_;
  State state_;
};

inline bool is_valid_kernel_key(const char *key, size_t length) {
  KernelKeyReader reader(key, length);
  KernelKeyEntry entry;
  while (reader.next(entry)) {
  }
  return !reader.malformed();
}

/// Compares a kernel's key with a call whose entries are fed in the order of the arguments. A
/// malformed key matches nothing.
class KernelKeyMatcher {
public:
  KernelKeyMatcher(const char *key, size_t length) : reader_(key, length) {}
  explicit KernelKeyMatcher(const char *key) : reader_(key) {}

  /// The call's next tensor. `dim_order` has `dim` numbers.
  void feed(uint8_t dtype, const uint8_t *dim_order, size_t dim) {
    if (past_end_) {
      failed_ = true;
      return;
    }
    if (!entry_.is_rest && !reader_.next(entry_)) {
      past_end_ = true;
      failed_ |= reader_.malformed();
      return;
    }
    fixed_ += entry_.dim != 0;
    agree(dtype, dim_order, dim);
  }
  /// For a call that is itself described by a key: its "*". A kernel must cover every call it
  /// stands for, so only a "*" of the same dtype agrees.
  void feed_rest(uint8_t dtype) {
    if (!entry_.is_rest && !reader_.next(entry_))
      failed_ = true;
    failed_ |= !entry_.is_rest || entry_.dtype != dtype;
  }

  /// Whether the key matches the call that was fed. Ends the comparison.
  bool matches() {
    if (!past_end_ && !entry_.is_rest && reader_.next(entry_))
      failed_ |= !entry_.is_rest;
    return !failed_ && !reader_.malformed();
  }

  /// Which of two matching keys describes the call more closely; the larger number wins: first
  /// entries with a dim order, then a full list over a "*", then the result listed too.
  uint32_t specificity() const {
    return (uint32_t(fixed_) << 2) | (uint32_t(!entry_.is_rest) << 1) | uint32_t(!past_end_);
  }

private:
  void agree(uint8_t dtype, const uint8_t *dim_order, size_t dim) {
    failed_ |= dtype != entry_.dtype;
    if (entry_.dim == 0)
      return;
    failed_ |= dim != entry_.dim;
    for (size_t i = 0; !failed_ && i < dim; ++i)
      failed_ = dim_order[i] != entry_.dim_order[i];
  }

  KernelKeyReader reader_;
  KernelKeyEntry entry_;
  uint16_t fixed_ = 0;
  bool past_end_ = false; ///< the entry fed last was one more than the key has
  bool failed_ = false;
};

/// Feeds the call that `wanted`, a key itself, describes. False when `wanted` is malformed.
inline bool feed_kernel_key(KernelKeyMatcher &matcher, const char *wanted, size_t length) {
  KernelKeyReader reader(wanted, length);
  KernelKeyEntry entry;
  while (reader.next(entry)) {
    if (entry.is_rest)
      matcher.feed_rest(entry.dtype);
    else
      matcher.feed(entry.dtype, entry.dim_order, entry.dim);
  }
  return !reader.malformed();
}

} // namespace et
