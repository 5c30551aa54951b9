// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that convert elements from one dtype to another.
//
// A float that becomes an integer loses its fraction. If it is NaN or outside of the range of
// int64_t, it becomes INT64_MIN. Then an integer smaller than int64_t gets the low bits. Other
// elements are converted as in C++.

#pragma once

#include "../common/element.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Conversion {
  ScalarType from;
  ScalarType to;
  /// Runs before the conversion, and makes an element of dtype `as`; null if it is not needed.
  ConvertFunction first;
  ScalarType as;
};

/// The run's params are a Conversion.
void convert_run(const ElementRun &run);

/// The conversion between any two dtypes. It is {from, to, nullptr, from} unless `to` is Bool, or
/// an integer dtype for a floating point or complex `from`. Write that constant if you can, because
/// it links less code than this function.
Conversion conversion(ScalarType from, ScalarType to);

/// Resizes `out` to the shape of `self` and copies the elements; dtypes and dim orders may differ.
void convert_all(Call &call, const Tensor &self, const Tensor &out);

} // namespace et::kernels::ET_KERNEL_LIBRARY
