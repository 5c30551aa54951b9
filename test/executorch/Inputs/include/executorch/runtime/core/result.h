// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): a value
// or an error.

#pragma once

#include <executorch/runtime/core/error.h>

namespace executorch {
namespace runtime {

template <typename T> class Result {
public:
  Result(const T &value) : value_(value) {}
  Result(Error error) : error_(error) {}
  bool ok() const { return error_ == Error::Ok; }
  Error error() const { return error_; }
  const T &operator*() const { return get(); }
  const T &get() const {
    ET_CHECK_MSG(ok(), "a value");
    return value_;
  }

private:
  T value_{};
  Error error_ = Error::Ok;
};

} // namespace runtime
} // namespace executorch
