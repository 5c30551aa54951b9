// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that convert elements from one dtype to another.
//
// Elements are converted as C++ converts numbers. Floats lose their fraction on the way to
// integers; those that no int64_t holds, NaN among them, count as its smallest number, of which
// smaller integers hold the low bits.

#pragma once

#include "../common/element.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Conversion {
  ScalarType from;
  ScalarType to;
  /// What becomes of elements before they are converted from `as`; null where nothing does.
  ConvertFunction first;
  ScalarType as;
};

/// A run that copies elements so: its params are a Conversion.
void convert_run(const ElementRun &run);

/// The one between dtypes of which one may be wider than the other. Where elements only go to a
/// kind that holds them all, {from, to, nullptr, from} will do, and is less code.
Conversion conversion(ScalarType from, ScalarType to);

/// Gives `out` the shape of `self` and copies the elements, whatever their dtypes and dim orders
/// are.
void convert_all(Call &call, const Tensor &self, const Tensor &out);

} // namespace et::kernels::ET_KERNEL_LIBRARY
