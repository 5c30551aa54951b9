// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstddef>
#include <type_traits>

namespace et {

/// A pointer and a length: `size` objects of type T at `data`, which the span does not own.
template <typename T> class Span {
public:
  constexpr Span() noexcept = default;
  constexpr Span(T *data, size_t size) noexcept : data_(data), size_(size) {}
  template <typename U, typename = std::enable_if_t<std::is_same_v<const U, T>>>
  constexpr Span(Span<U> other) noexcept : data_(other.data()), size_(other.size()) {}
  template <size_t N> constexpr Span(T (&array)[N]) noexcept : data_(array), size_(N) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T *begin() const noexcept { return data_; }
  constexpr T *end() const noexcept { return data_ + size_; }
  constexpr T &operator[](size_t index) const noexcept { return data_[index]; }

private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

} // namespace et
