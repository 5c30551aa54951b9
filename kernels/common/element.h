// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores elements of any dtype, for fallback kernels that serve every mix of dtypes. Such
// a kernel loads a block of elements into one of six wide types. The kernel runs the operator's
// loop for this type, and stores the block. Thus dtypes are looked up once per block, and all
// operators share this code. A template for each combination of dtypes would fill the flash.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "et/kernel.h"
#include "et/scalar_type.h"

namespace et::kernels {

/// The type in which a fallback kernel computes: Int for Bool and for integers of up to 32 bits,
/// Float for Half and BFloat16. All other dtypes are their own wide type.
enum class Wide : uint8_t { Int, Long, Float, Double, ComplexFloat, ComplexDouble, None };
constexpr size_t kWideTypes = 6;

/// Returns the wide type of a dtype, or None for a dtype that kernels do no arithmetic on.
Wide wide_type(ScalarType type);
ScalarType wide_dtype(Wide type);

struct Slots {
  static constexpr size_t kSize = 256;
  alignas(16) char data[kSize];
};

/// Returns the slot size of a dtype in bytes; at least `size`, for slots that other dtypes share.
ptrdiff_t slot_size(ScalarType type, ptrdiff_t size = 0);

/// Elements in slots of `step` bytes, each at the start of its slot; `count` is at least 1.
struct WideElements {
  char *data;
  ptrdiff_t step;
  size_t count;
};

/// Loads elements of dtype `type`, `stride` bytes apart, and converts them to wide_type(as). The
/// number kind (promotion.h) of `as` must include the kind of `type`.
void load_elements(ScalarType type, ScalarType as, const WideElements &to, const char *from,
                   ptrdiff_t stride);

/// Converts elements from wide_type(as) to dtype `type`, and stores them. Floating point elements
/// are rounded. Integers keep their low bits. A Bool becomes true if the element is not 0. A real
/// dtype drops the imaginary part. Floating point elements cannot be converted to integers. Changes
/// `from`, because the conversion is in place.
void store_elements(ScalarType type, ScalarType as, char *to, ptrdiff_t stride,
                    const WideElements &from);

/// Rounds the elements to values of the dtype; the elements keep their wide type.
void round_elements(ScalarType type, const WideElements &elements);

using ConvertFunction = void (*)(char *to, const char *from);
template <typename To, typename From> void convert(char *to, const char *from) {
  From value;
  std::memcpy(&value, from, sizeof(value));
  const To converted = static_cast<To>(value);
  std::memcpy(to, &converted, sizeof(converted));
}

/// Converts the elements in place, or does nothing if `function` is null.
void convert_each(ConvertFunction function, const WideElements &elements);
/// Converts `count` (at least 1) elements. Strides are in bytes.
void convert_each(ConvertFunction function, char *to, ptrdiff_t to_stride, const char *from,
                  ptrdiff_t from_stride, size_t count);

} // namespace et::kernels
