// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): a pointer
// and a length.

#pragma once

#include <cstddef>

namespace executorch {
namespace runtime {

template <typename T> class Span {
public:
  Span() = default;
  Span(T *data, size_t size) : data_(data), size_(size) {}
  T *data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *begin() const { return data_; }
  T *end() const { return data_ + size_; }
  T &operator[](size_t index) const { return data_[index]; }

private:
  T *data_ = nullptr;
  size_t size_ = 0;
};

/// The same of constants.
template <typename T> class ArrayRef : public Span<const T> {
public:
  using Span<const T>::Span;
};

} // namespace runtime
} // namespace executorch
