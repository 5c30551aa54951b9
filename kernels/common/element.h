// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element of any dtype, for fallback kernels: they serve every mix of dtypes, so they read and
// write elements through a switch and compute in the widest type of a kind, int64_t or double.
// One copy of this serves all of them, where a template per combination would fill the flash.
//
// Half and BFloat16 accumulate in float, and `alpha` stays float for them.
//
// Rounding in fallback kernels goes through memory. gcc 12, vectorising the two parts of a complex
// number, takes double to float and back for nothing; found by comparing with PyTorch.

#pragma once

#include <cstdint>

#include "et/complex.h"
#include "et/kernel.h"
#include "et/scalar_type.h"

namespace et::kernels {

/// The value of an element. `integer` counts for Bool and integer dtypes, `number` always does
/// after load_element; its imaginary part is 0 unless the dtype is complex.
struct Element {
  int64_t integer;
  Complex<double> number;
};

/// Reads an element of a dtype that has a number kind (promotion.h).
Element load_element(ScalarType type, const void *data);

/// Writes `integer` to Bool and integer dtypes (low bits; Bool: whether it is not 0), else
/// `number`, rounded, without its imaginary part where the dtype is real.
void store_element(ScalarType type, void *data, const Element &value);

/// `value` as an element of `type` holds it.
Element round_element(ScalarType type, const Element &value);

} // namespace et::kernels
