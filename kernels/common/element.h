// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of any dtype, for fallback kernels, which serve every mix of dtypes. They compute in one
// of six types, of which each holds the numbers of some dtypes. Elements are loaded into it,
// converted to another and stored from it some at a time, so that choosing how costs little, and
// the operators' own loops over one dtype serve the mixes, too. One copy of this serves all
// operators, where a template per combination would fill the flash.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "et/kernel.h"
#include "et/scalar_type.h"

namespace et::kernels {

/// What the elements of a dtype are computed in: Bool and integers of up to 32 bits in Int, Half
/// and BFloat16 in Float, the others in themselves.
enum class Wide : uint8_t { Int, Long, Float, Double, ComplexFloat, ComplexDouble, None };
constexpr size_t kWideTypes = 6;

/// None for dtypes that kernels here do no arithmetic on.
Wide wide_type(ScalarType type);
/// The dtype that is that type.
ScalarType wide_dtype(Wide type);

/// Room for elements in their wide types.
struct Slots {
  static constexpr size_t kSize = 256;
  alignas(16) char data[kSize];
};

/// The bytes of a slot that any of the dtypes fits, from `size` bytes on.
ptrdiff_t slot_size(ScalarType type, ptrdiff_t size = 0);

/// At least one element, each at the beginning of a slot of `step` bytes.
struct WideElements {
  char *data;
  ptrdiff_t step;
  size_t count;
};

/// Loads elements that are `stride` bytes apart into slots, as the wide type of the dtype `as`, of
/// a kind that is not narrower. Rounds to the wide type only.
void load_elements(ScalarType type, ScalarType as, const WideElements &to, const char *from,
                   ptrdiff_t stride);

/// Stores elements that are of the wide type of `as`: rounded, of integers the low bits, as Bool
/// whether they are not 0, complex numbers without their imaginary part where the dtype is real.
/// Not for floating numbers that become integers. The elements themselves are lost.
void store_elements(ScalarType type, ScalarType as, char *to, ptrdiff_t stride,
                    const WideElements &from);

/// Makes elements what is left of them in the dtype.
void round_elements(ScalarType type, const WideElements &elements);

/// Makes one number another one.
using ConvertFunction = void (*)(char *to, const char *from);
template <typename To, typename From> void convert(char *to, const char *from) {
  From value;
  std::memcpy(&value, from, sizeof(value));
  const To converted = static_cast<To>(value);
  std::memcpy(to, &converted, sizeof(converted));
}

/// Does so for elements, in place; not at all without a function.
void convert_each(ConvertFunction function, const WideElements &elements);
/// Does so for elements that stand apart, one at least.
void convert_each(ConvertFunction function, char *to, ptrdiff_t to_stride, const char *from,
                  ptrdiff_t from_stride, size_t count);

} // namespace et::kernels
