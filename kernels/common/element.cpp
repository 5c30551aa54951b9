// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element.h. Tables name a small function for each dtype and pair of types; one loop calls
// them. A complex number begins with its real part, and on the little-endian machines that .pte
// files are for a Long with its low bits: to leave the rest out takes no code.

#include "element.h"

#include "dtypes.h"
#include "to_float.h"

namespace et::kernels {

namespace {

struct Format {
  Wide wide;
  ConvertFunction load;
  ConvertFunction store;
};

void copy_16_bytes(char *to, const char *from) { std::memcpy(to, from, 16); }

/// As it is; `T` is any type of that size.
template <typename T> constexpr Format same(Wide wide) {
  return {wide, convert<T, T>, convert<T, T>};
}
constexpr Format kNone = {Wide::None, nullptr, nullptr};

/// By the dtype's code.
constexpr Format kFormats[] = {{Wide::Int, convert<int32_t, uint8_t>, convert<uint8_t, uint8_t>},
                               {Wide::Int, convert<int32_t, int8_t>, convert<uint8_t, uint8_t>},
                               {Wide::Int, convert<int32_t, int16_t>, convert<uint16_t, uint16_t>},
                               same<uint32_t>(Wide::Int),
                               same<uint64_t>(Wide::Long),
                               {Wide::Float, convert<float, Half>, convert<Half, float>},
                               same<uint32_t>(Wide::Float),
                               same<uint64_t>(Wide::Double),
                               kNone,
                               same<uint64_t>(Wide::ComplexFloat),
                               {Wide::ComplexDouble, copy_16_bytes, copy_16_bytes},
                               {Wide::Int, convert<int32_t, uint8_t>, convert<bool, int32_t>},
                               kNone,
                               kNone,
                               kNone,
                               {Wide::Float, convert<float, BFloat16>, convert<BFloat16, float>}};

const Format &format_of(ScalarType type) {
  const size_t code = static_cast<size_t>(type);
  return code < sizeof(kFormats) / sizeof(kFormats[0]) ? kFormats[code] : kNone;
}

void long_to_float(char *to, const char *from) {
  int64_t value;
  std::memcpy(&value, from, sizeof(value));
  const float number = round_to_float(value);
  std::memcpy(to, &number, sizeof(number));
}
/// From each wide type to Int, Long, Float and Double; null where nothing is to be done. Numbers
/// that are not integers do not become them here. Of complex numbers it is a part.
constexpr ConvertFunction kConversions[kWideTypes][4] = {
    {nullptr, convert<int64_t, int32_t>, convert<float, int32_t>, convert<double, int32_t>},
    {nullptr, nullptr, long_to_float, convert<double, int64_t>},
    {nullptr, nullptr, nullptr, convert<double, float>},
    {nullptr, nullptr, convert<float, double>, nullptr},
    {nullptr, nullptr, nullptr, convert<double, float>},
    {nullptr, nullptr, convert<float, double>, nullptr}};

bool is_complex(Wide type) { return type >= Wide::ComplexFloat; }
/// The type of a complex number's parts, any other itself.
Wide part_of(Wide type) {
  return is_complex(type) ? static_cast<Wide>(static_cast<size_t>(type) - 2) : type;
}
ptrdiff_t part_size(Wide type) { return part_of(type) == Wide::Double ? 8 : 4; }

bool is_wide(ScalarType type) { return type == wide_dtype(wide_type(type)); }

/// For a real number, or the real part of one.
ConvertFunction conversion(Wide from, Wide to) {
  return kConversions[static_cast<size_t>(from)][static_cast<size_t>(part_of(to))];
}

void convert_imaginary(ConvertFunction function, Wide from, Wide to, char *slots, ptrdiff_t size,
                       size_t count) {
  char *const part = slots + part_size(to);
  if (is_complex(from))
    return convert_each(function, part, size, slots + part_size(from), size, count);
  for (size_t i = 0; i < count; ++i)
    std::memset(part + static_cast<ptrdiff_t>(i) * size, 0, static_cast<size_t>(part_size(to)));
}

/// Converts in place, beginning with the part that stands where nothing else does.
void convert_slots(Wide from, Wide to, char *slots, ptrdiff_t size, size_t count) {
  const ConvertFunction function = conversion(from, to);
  if (to == Wide::ComplexDouble && from != to)
    convert_imaginary(function, from, to, slots, size, count);
  if (function)
    convert_each(function, slots, size, slots, size, count);
  if (to == Wide::ComplexFloat && from != to)
    convert_imaginary(function, from, to, slots, size, count);
}

} // namespace

void convert_each(ConvertFunction function, char *to, ptrdiff_t to_stride, const char *from,
                  ptrdiff_t from_stride, size_t count) {
  do {
    function(to, from);
    to += to_stride;
    from += from_stride;
  } while (--count != 0);
}

Wide wide_type(ScalarType type) { return format_of(type).wide; }

ScalarType wide_dtype(Wide type) {
  static constexpr ScalarType dtypes[] = {ScalarType::Int,          ScalarType::Long,
                                          ScalarType::Float,        ScalarType::Double,
                                          ScalarType::ComplexFloat, ScalarType::ComplexDouble};
  return dtypes[static_cast<size_t>(type)];
}

ptrdiff_t slot_size(ScalarType type, ptrdiff_t size) {
  const Wide wide = wide_type(type);
  const ptrdiff_t own = wide == Wide::ComplexDouble                ? 16
                        : wide == Wide::Int || wide == Wide::Float ? 4
                                                                   : 8;
  return own > size ? own : size;
}

void load_elements(ScalarType type, ScalarType as, Slots &to, ptrdiff_t size, const char *from,
                   ptrdiff_t stride, size_t count) {
  const Format &format = format_of(type);
  const Wide wide = wide_type(as);
  const ConvertFunction function = conversion(format.wide, wide);
  if (function && is_wide(type) && !is_complex(wide))
    return convert_each(function, to.data, size, from, stride, count);
  convert_each(format.load, to.data, size, from, stride, count);
  convert_slots(format.wide, wide, to.data, size, count);
}

void store_elements(ScalarType type, ScalarType as, char *to, ptrdiff_t stride, Slots &from,
                    ptrdiff_t size, size_t count) {
  const Format &format = format_of(type);
  const Wide wide = wide_type(as);
  ConvertFunction function = conversion(wide, format.wide);
  if (!function || !is_wide(type) || is_complex(format.wide)) {
    convert_slots(wide, format.wide, from.data, size, count);
    function = format.store;
  }
  convert_each(function, to, stride, from.data, size, count);
}

void round_elements(ScalarType type, Slots &slots, ptrdiff_t size, size_t count) {
  if (is_wide(type))
    return;
  const Format &format = format_of(type);
  convert_each(format.store, slots.data, size, slots.data, size, count);
  convert_each(format.load, slots.data, size, slots.data, size, count);
}

} // namespace et::kernels
