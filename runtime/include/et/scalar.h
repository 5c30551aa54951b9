// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ type of an argument that has the type `Scalar` in an operator's schema: a bool, an int or
// a double.

#pragma once

#include <cstdint>

namespace et {

class Scalar {
public:
  enum class Kind : uint8_t { Bool, Int, Double };

  Scalar(bool value) : value_(int64_t(value)), kind_(Kind::Bool) {}
  Scalar(int64_t value) : value_(value), kind_(Kind::Int) {}
  Scalar(double value) : value_(value), kind_(Kind::Double) {}

  Kind kind() const { return kind_; }
  bool isBoolean() const { return kind_ == Kind::Bool; }
  bool isIntegral(bool include_bool) const {
    return kind_ == Kind::Int || (include_bool && kind_ == Kind::Bool);
  }
  bool isFloatingPoint() const { return kind_ == Kind::Double; }
  /// Converts the value to T as static_cast does.
  template <typename T> T to() const {
    return kind_ == Kind::Double ? static_cast<T>(value_.as_double) : static_cast<T>(value_.as_int);
  }

private:
  union Value {
    explicit Value(int64_t value) : as_int(value) {}
    explicit Value(double value) : as_double(value) {}

    int64_t as_int;
    double as_double;
  } value_;
  Kind kind_;
};

} // namespace et
