// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel key is a text that describes the calls that a kernel serves.
//
//     key    = "v1/" [entry {"|" entry} ["|*"]]
//     entry  = dtypes ";" [dim {"," dim}]         the dims are the dim order
//     dtypes = range {"," range}                  the tensor has one of these dtypes
//     range  = dtype ["-" dtype]                  dtype: ScalarType's code, at most 31
//
// A call has one entry for each tensor argument that is not None, as in ExecuTorch's lookup. Lists
// of tensors and other arguments have no entry. A key's entry without a dim order matches every dim
// order. A final "*" stands for any number of further entries with the previous entry's dtypes.
//
// A fallback kernel serves the calls that no other kernel's key matches. A fallback kernel without
// a key serves calls with any dtypes. A fallback kernel with a key serves only calls that match the
// key. This key has at least one entry with several dtypes.
//
// A .pte program passes the output of a call twice: as the argument `out`, and as the last
// argument, which stands for the call's result. Some users write an entry for the result into their
// keys, and other users do not. So a key matches a call if every entry matches, and the call has as
// many entries as the key or exactly one more.
//
// et-prune uses this header without the rest of the runtime, so the header includes no other header
// of ours. The matcher takes one entry at a time, so that no caller must build a list of entries.

#pragma once

#include <cstddef>
#include <cstdint>

namespace et {

/// The largest number of tensors in a call; looking up a call with more tensors is an error.
/// ExecuTorch's buffer for a key has 658 characters, and a tensor takes at least three.
constexpr size_t kMaxKernelKeyTensors = 658 / 3;

struct KernelKeyEntry {
  static constexpr size_t kMaxDims = 16;

  uint32_t dtypes = 0;  ///< bit `t` is set for the dtype with the number `t` in ScalarType
  bool is_rest = false; ///< the "*": `dtypes` are the previous entry's, `dim` is 0
  uint8_t dim = 0;
  uint8_t dim_order[kMaxDims] = {};

  bool has_several_dtypes() const { return (dtypes & (dtypes - 1)) != 0; }
  uint8_t dtype() const {
    uint8_t code = 0;
    while (dtypes >> code > 1)
      ++code;
    return code;
  }
};

/// The bit of a dtype; 0 for a dtype that no key can have.
constexpr uint32_t kernel_key_dtype(uint8_t dtype) { return dtype < 32 ? uint32_t(1) << dtype : 0; }

/// Reads the entries of a key in order. A key with the syntax above is still malformed if a number
/// has leading zeros or is out of range, or if a range is descending. A dim order must be a
/// permutation.
class KernelKeyReader {
public:
  KernelKeyReader(const char *key, size_t length)
      : next_(key), end_(key + length),
        state_(take('v') && take('1') && take('/') ? State::First : State::Malformed) {}
  explicit KernelKeyReader(const char *key) : KernelKeyReader(key, length_of(key)) {}

  /// Returns false at the end, or if the key is malformed. Pass the same `entry` each time, because
  /// a "*" leaves the dtypes of the entry before "*" in `entry`.
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
    return (read_dtypes(entry) && take(';') && read_dim_order(entry)) || malformed_here();
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
  /// Returns -1 if there is no number up to `max`.
  int read_number(int max) {
    if (!at_digit())
      return -1;
    int value = 0;
    if (!take('0'))
      while (at_digit() && value <= max)
        value = value * 10 + (*next_++ - '0');
    return value <= max && !at_digit() ? value : -1;
  }
  bool read_dtypes(KernelKeyEntry &entry) {
    entry.dtypes = 0;
    do {
      const int first = read_number(31);
      const int last = take('-') ? read_number(31) : first;
      if (first < 0 || last < first)
        return false;
      entry.dtypes |= (uint32_t(2) << last) - (uint32_t(1) << first);
    } while (take(','));
    return true;
  }
  bool read_dim_order(KernelKeyEntry &entry) {
    if (!at_digit())
      return true;
    uint32_t seen = 0;
    do {
      const int dim = read_number(KernelKeyEntry::kMaxDims - 1);
      if (entry.dim == KernelKeyEntry::kMaxDims || dim < 0)
        return false;
      seen |= uint32_t(1) << dim;
      entry.dim_order[entry.dim++] = static_cast<uint8_t>(dim);
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

/// Compares a kernel's key with a call. The caller feeds the call's entries in the order of the
/// arguments. A malformed key matches nothing.
class KernelKeyMatcher {
public:
  /// The specificity of every fallback kernel. All other kernels have a higher specificity.
  static constexpr uint32_t kFallbackSpecificity = 1;

  KernelKeyMatcher(const char *key, size_t length) : reader_(key, length) {}
  explicit KernelKeyMatcher(const char *key) : reader_(key) {}

  /// Feeds the call's next tensor. `dim_order` has `dim` numbers.
  void feed(uint8_t dtype, const uint8_t *dim_order, size_t dim) {
    feed_any(kernel_key_dtype(dtype), dim_order, dim);
  }
  /// Feeds one entry of a key that describes calls, so the tensor may have any of these dtypes. The
  /// kernel's key matches only if the kernel's entry has all these dtypes.
  void feed_any(uint32_t dtypes, const uint8_t *dim_order, size_t dim) {
    if (past_end_) {
      failed_ = true;
      return;
    }
    if (!entry_.is_rest && !reader_.next(entry_)) {
      past_end_ = true;
      failed_ |= reader_.malformed();
      return;
    }
    if (entry_.dim != 0)
      ++fixed_;
    agree(dtypes, dim_order, dim);
  }
  /// Feeds the "*" of a key that describes calls. Only a "*" of the kernel's key matches this "*".
  void feed_rest(uint32_t dtypes) {
    if (!entry_.is_rest && !reader_.next(entry_))
      failed_ = true;
    failed_ |= !entry_.is_rest || (dtypes & ~entry_.dtypes) != 0;
  }

  /// Call matches() once, after the last entry.
  bool matches() {
    if (!past_end_ && !entry_.is_rest && reader_.next(entry_))
      failed_ |= !entry_.is_rest;
    return !failed_ && !reader_.malformed();
  }

  /// True if all entries fed so far match the kernel's key, even if the key has more entries.
  bool agrees() const { return !failed_ && !reader_.malformed(); }

  /// The matching key with the largest number describes the call most closely. The number counts
  /// first the entries with a dim order, then the lack of "*", then an entry for the result.
  uint32_t specificity() const {
    if (is_fallback_)
      return kFallbackSpecificity;
    return (uint32_t(fixed_ + 1) << 2) | (uint32_t(!entry_.is_rest) << 1) | uint32_t(!past_end_);
  }

private:
  void agree(uint32_t dtypes, const uint8_t *dim_order, size_t dim) {
    is_fallback_ |= entry_.has_several_dtypes();
    failed_ |= dtypes == 0 || (dtypes & ~entry_.dtypes) != 0;
    if (entry_.dim == 0)
      return;
    failed_ |= dim != entry_.dim;
    for (size_t i = 0; !failed_ && i < dim; ++i)
      failed_ = dim_order[i] != entry_.dim_order[i];
  }

  KernelKeyReader reader_;
  KernelKeyEntry entry_ = {};
  uint16_t fixed_ = 0; ///< how many matched entries have a dim order
  bool is_fallback_ = false;
  bool past_end_ = false; ///< the call has one entry more than the key
  bool failed_ = false;
};

inline bool is_fallback_key(const char *key, size_t length) {
  KernelKeyReader reader(key, length);
  KernelKeyEntry entry;
  bool has_several = false;
  while (reader.next(entry))
    has_several |= entry.has_several_dtypes();
  return has_several && !reader.malformed();
}

/// Feeds the call that the key `wanted` describes. Returns false if `wanted` is malformed.
inline bool feed_kernel_key(KernelKeyMatcher &matcher, const char *wanted, size_t length) {
  KernelKeyReader reader(wanted, length);
  KernelKeyEntry entry;
  while (reader.next(entry)) {
    if (entry.is_rest)
      matcher.feed_rest(entry.dtypes);
    else
      matcher.feed_any(entry.dtypes, entry.dim_order, entry.dim);
  }
  return !reader.malformed();
}

} // namespace et
