// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types in the signatures of the registry's functions. As in ExecuTorch, a Span is a pointer and a
// count. A call of register_kernels() passes pointer and count in two registers. et-prune therefore
// reads the Span as two arguments.

#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch::runtime {

enum class Error : uint32_t {
  Ok = 0x00,
  InvalidArgument = 0x12,
  OperatorMissing = 0x14,
  NotFound = 0x20,
  RegistrationExceedingMaxKernels = 0x15,
  RegistrationAlreadyRegistered = 0x16,
};

template <typename T> class Result {
public:
  /*implicit*/ Result(Error error) : error_(error) {}
  /*implicit*/ Result(T value) : value_(value) {}
  bool ok() const { return error_ == Error::Ok; }
  Error error() const { return error_; }
  T get() const { return value_; }
  T operator*() const { return value_; }

private:
  T value_ = T();
  Error error_ = Error::Ok;
};

template <typename T> class Span {
public:
  constexpr Span() = default;
  constexpr Span(T *data, size_t length) : data_(data), length_(length) {}
  // Not constexpr, as in ExecuTorch, so kernel_span is in .bss and has an initialiser.
  Span(T *begin, T *end) : data_(begin), length_(static_cast<size_t>(end - begin)) {}

  T *begin() const { return data_; }
  T *end() const { return data_ + length_; }
  T *data() const { return data_; }
  size_t size() const { return length_; }
  bool empty() const { return length_ == 0; }
  T &operator[](size_t index) const { return data_[index]; }

private:
  T *data_ = nullptr;
  size_t length_ = 0;
};

} // namespace executorch::runtime
