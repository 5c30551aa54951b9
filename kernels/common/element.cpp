// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element.h. Fallback kernels compute in six wide types, such as Int, Double and ComplexFloat.
// For each dtype, the table kFormats has a function that loads an element into the dtype's wide
// type, and a function that stores the element. The table kConversions has functions that convert
// from one wide type to another. convert_each calls a function of these tables in a loop.
//
// Complex to real needs no function, because a complex number starts with its real part. Long to
// Int needs no function, because on little-endian machines a Long starts with its low 32 bits.

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
template <typename T> void clear_imaginary(char *to, const char *) {
  const T none = 0;
  std::memcpy(to + sizeof(T), &none, sizeof(T));
}

void load_bool(char *to, const char *from) {
  const int32_t value = read_element<bool>(from);
  std::memcpy(to, &value, sizeof(value));
}

template <typename T> constexpr Format same(Wide wide) {
  return {wide, convert<T, T>, convert<T, T>};
}
constexpr Format kNone = {Wide::None, nullptr, nullptr};

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
                               {Wide::Int, load_bool, convert<bool, int32_t>},
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
/// The indices [from][to] are Int, Long, Float and Double. An entry is null if the conversion needs
/// no work. Conversions from floating point to integer are null, because no kernel uses them.
constexpr ConvertFunction kConversions[4][4] = {
    {nullptr, convert<int64_t, int32_t>, convert<float, int32_t>, convert<double, int32_t>},
    {nullptr, nullptr, long_to_float, convert<double, int64_t>},
    {nullptr, nullptr, nullptr, convert<double, float>},
    {nullptr, nullptr, convert<float, double>, nullptr}};

bool is_complex(Wide type) { return type >= Wide::ComplexFloat; }
Wide part_of(Wide type) {
  return is_complex(type) ? static_cast<Wide>(static_cast<size_t>(type) - 2) : type;
}

bool is_wide(ScalarType type) { return type == wide_dtype(wide_type(type)); }

ConvertFunction conversion(Wide from, Wide to) {
  return kConversions[static_cast<size_t>(part_of(from))][static_cast<size_t>(part_of(to))];
}

/// Converts in place. The part that is converted first must not overwrite the other part. Widening
/// therefore starts with the imaginary part, and narrowing with the real part.
void convert_wide(Wide from, Wide to, const WideElements &elements) {
  if (from == to)
    return;
  const ConvertFunction function = conversion(from, to);
  const bool widens = to == Wide::ComplexDouble;
  const bool have_two_parts = is_complex(from) && is_complex(to);
  const auto convert_imaginary = [&] {
    convert_each(function, elements.data + (widens ? 8 : 4), elements.step,
                 elements.data + (widens ? 4 : 8), elements.step, elements.count);
  };
  if (have_two_parts && widens)
    convert_imaginary();
  convert_each(function, elements);
  if (have_two_parts && !widens)
    convert_imaginary();
  if (is_complex(to) && !have_two_parts)
    convert_each(widens ? clear_imaginary<double> : clear_imaginary<float>, elements);
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

void convert_each(ConvertFunction function, const WideElements &elements) {
  if (function)
    convert_each(function, elements.data, elements.step, elements.data, elements.step,
                 elements.count);
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

void load_elements(ScalarType type, ScalarType as, const WideElements &to, const char *from,
                   ptrdiff_t stride) {
  const Format &format = format_of(type);
  convert_each(format.load, to.data, to.step, from, stride, to.count);
  convert_wide(format.wide, wide_type(as), to);
}

void store_elements(ScalarType type, ScalarType as, char *to, ptrdiff_t stride,
                    const WideElements &from) {
  const Format &format = format_of(type);
  convert_wide(wide_type(as), format.wide, from);
  convert_each(format.store, to, stride, from.data, from.step, from.count);
}

void round_elements(ScalarType type, const WideElements &elements) {
  if (is_wide(type))
    return;
  const Format &format = format_of(type);
  convert_each(format.store, elements);
  convert_each(format.load, elements);
}

} // namespace et::kernels
