// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that convert elements from one dtype to another.
//
// A float that becomes an integer loses its fraction. NaN, and numbers outside of the range of
// int64_t, become INT64_MIN. An integer smaller than int64_t gets the low bits. All other elements
// are converted as in C++.

#pragma once

#include "../common/element.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Conversion {
  ScalarType from;
  ScalarType to;
  /// Runs before the conversion, and makes an element of dtype `as`. Null if no such step is
  /// needed.
  ConvertFunction first;
  ScalarType as;
};

/// The run's params are a Conversion.
void convert_run(const ElementRun &run);

/// Returns the conversion between any two dtypes. It is {from, to, nullptr, from} unless `to` is
/// Bool, or `to` is an integer dtype and `from` is floating point or complex. If you can, write the
/// constant, because this function links more code.
Conversion conversion(ScalarType from, ScalarType to);

/// Dtypes and dim orders may differ.
void convert_all(Call &call, const Tensor &self, const Tensor &out);

} // namespace et::kernels::ET_KERNEL_LIBRARY
