// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that convert elements from one dtype to another.
//
// A float that becomes an integer loses its fraction. NaN, and numbers outside of the range of
// int64_t, become INT64_MIN. Smaller integer dtypes get the low bits of this 64-bit integer. All
// other elements are converted as in C++.

#pragma once

#include "../common/element.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Conversion {
  ScalarType from;
  ScalarType to;
  /// Converts the loaded element to dtype `as`, before the element is stored as dtype `to`. Null if
  /// the loaded element is stored directly; `as` is then equal to `from`.
  ConvertFunction first;
  ScalarType as;
};

void convert_run(const ElementRun &run);

/// Returns the conversion between any two dtypes. The result is {from, to, nullptr, from} unless
/// `to` is Bool, or `to` is an integer dtype and `from` is floating point or complex. Callers
/// without such cases write this constant, because a call links the code for integers and Bools.
Conversion conversion(ScalarType from, ScalarType to);

/// Copies `self` to `out`. The two tensors may have different dtypes and dim orders.
void convert_all(Call &call, const Tensor &self, const Tensor &out);

} // namespace et::kernels::ET_KERNEL_LIBRARY
