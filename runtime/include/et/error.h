// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error codes with the names and values of ExecuTorch's runtime, and a value-or-error type.

#pragma once

#include <cstdint>

namespace et {

enum class Error : uint32_t {
  Ok = 0x00,
  Internal = 0x01,
  InvalidState = 0x02,
  EndOfMethod = 0x03,
  AlreadyLoaded = 0x04,

  NotSupported = 0x10,
  NotImplemented = 0x11,
  InvalidArgument = 0x12,
  InvalidType = 0x13,
  OperatorMissing = 0x14,
  RegistrationExceedingMaxKernels = 0x15,
  RegistrationAlreadyRegistered = 0x16,

  NotFound = 0x20,
  MemoryAllocationFailed = 0x21,
  AccessFailed = 0x22,
  InvalidProgram = 0x23,
  InvalidExternalData = 0x24,
  OutOfResources = 0x25,

  DelegateInvalidCompatibility = 0x30,
  DelegateMemoryAllocationFailed = 0x31,
  DelegateInvalidHandle = 0x32,
};

/// A function's result or error. T must be default constructible and cheap to copy.
template <typename T> class Result {
public:
  Result(const T &value) : value_(value) {}
  Result(Error error) : error_(error == Error::Ok ? Error::Internal : error) {}

  bool ok() const { return error_ == Error::Ok; }
  Error error() const { return error_; }
  T &get() { return value_; }
  const T &get() const { return value_; }
  T &operator*() { return value_; }
  T *operator->() { return &value_; }

private:
  T value_{};
  Error error_ = Error::Ok;
};

} // namespace et
