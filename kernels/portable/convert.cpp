// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convert.h. convert_run() converts between any two of the 12 dtypes. A function for each of
// the 132 conversions would be faster, but would take too much flash. kDirect therefore has
// functions only for the conversions that are frequent in models.

#include "convert.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "../common/copy.h"
#include "../common/elementwise.h"
#include "../common/to_float.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void truth(char *to, const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  const int32_t result = value != 0;
  std::memcpy(to, &result, sizeof(result));
}

/// True if the magnitude is below 2^31. The shift drops the sign bit: 0x9e000000 is the bit pattern
/// of 2^31, shifted in the same way. The function compares integers, because a core without
/// floating point instructions needs a library call to compare floats.
inline bool has_32_bits(float number) {
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits << 1 < 0x9e000000;
}

template <typename T> void truncate(char *to, const char *from) {
  constexpr double limit = 9223372036854775808.0; // 2^63
  T number;
  std::memcpy(&number, from, sizeof(number));
  int64_t result = INT64_MIN;
  // Most numbers fit in 32 bits. Small FPUs can convert to 32 bits, but not to 64 bits.
  if (std::is_same_v<T, float> && has_32_bits(static_cast<float>(number)))
    result = static_cast<int32_t>(number);
  else if (number >= -limit && number < limit)
    result = static_cast<int64_t>(number);
  std::memcpy(to, &result, sizeof(result));
}

struct Direct {
  ScalarType from;
  ScalarType to;
  ElementRunFunction run;
};

template <typename To, typename From> To convert_number(From number) {
  if constexpr (std::is_same_v<From, int64_t> && std::is_same_v<To, float>) {
    return round_to_float(number);
  } else if constexpr (std::is_same_v<From, float>) {
    if (has_32_bits(number))
      return static_cast<To>(static_cast<int32_t>(number));
    int64_t integer;
    truncate<float>(reinterpret_cast<char *>(&integer), reinterpret_cast<const char *>(&number));
    return static_cast<To>(integer);
  } else {
    return static_cast<To>(number);
  }
}

template <typename To, typename From> void direct_run(const ElementRun &run) {
  map_strided_run<From, To>(run, convert_number<To, From>);
}

/// Converts groups of four. For single numbers, range test and loop would take half of the time.
template <typename To> void from_float_run(const ElementRun &run) {
  ElementRun left = run;
  if (run.strides[0] == sizeof(To) && run.strides[1] == sizeof(float)) {
    const float *in = reinterpret_cast<const float *>(run.data[1]);
    const float *const end = in + run.count / 4 * 4;
    To *out = reinterpret_cast<To *>(run.data[0]);
    for (; in != end; in += 4, out += 4) {
      const float numbers[] = {in[0], in[1], in[2], in[3]};
      if (!has_32_bits(numbers[0]) || !has_32_bits(numbers[1]) || !has_32_bits(numbers[2]) ||
          !has_32_bits(numbers[3]))
        break;
      out[0] = static_cast<int32_t>(numbers[0]);
      out[1] = static_cast<int32_t>(numbers[1]);
      out[2] = static_cast<int32_t>(numbers[2]);
      out[3] = static_cast<int32_t>(numbers[3]);
    }
    left.data[0] = reinterpret_cast<char *>(out);
    left.data[1] = const_cast<char *>(reinterpret_cast<const char *>(in));
    left.count = run.count % 4 + static_cast<size_t>(end - in);
  }
  if (left.count != 0)
    direct_run<To, float>(left);
}

constexpr Direct kDirect[] = {{ScalarType::Bool, ScalarType::Float, direct_run<float, bool>},
                              {ScalarType::Byte, ScalarType::Float, direct_run<float, uint8_t>},
                              {ScalarType::Char, ScalarType::Float, direct_run<float, int8_t>},
                              {ScalarType::Int, ScalarType::Float, direct_run<float, int32_t>},
                              {ScalarType::Long, ScalarType::Float, direct_run<float, int64_t>},
                              {ScalarType::Float, ScalarType::Int, from_float_run<int32_t>},
                              {ScalarType::Float, ScalarType::Long, from_float_run<int64_t>},
                              {ScalarType::Int, ScalarType::Long, direct_run<int64_t, int32_t>},
                              {ScalarType::Long, ScalarType::Int, direct_run<int32_t, int64_t>}};

} // namespace

Conversion conversion(ScalarType from, ScalarType to) {
  const Wide wide = wide_type(from);
  const bool is_float = wide == Wide::Float || wide == Wide::ComplexFloat;
  if (to == ScalarType::Bool)
    return {from, to,
            wide == Wide::Int    ? truth<int32_t>
            : wide == Wide::Long ? truth<int64_t>
            : is_float           ? truth<float>
                                 : truth<double>,
            to};
  if (wide > Wide::Long && wide_type(to) <= Wide::Long)
    return {from, to, is_float ? truncate<float> : truncate<double>, ScalarType::Long};
  return {from, to, nullptr, from};
}

void convert_run(const ElementRun &run) {
  const Conversion &how = *static_cast<const Conversion *>(run.params);
  char *out = run.data[0];
  const char *in = run.data[1];
  Slots slots;
  const ptrdiff_t slot = slot_size(how.to, slot_size(how.from, sizeof(int64_t)));
  size_t part;
  for (size_t left = run.count; left != 0; left -= part) {
    part = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    const WideElements elements = {slots.data, slot, part};
    load_elements(how.from, how.from, elements, in, run.strides[1]);
    convert_each(how.first, elements);
    store_elements(how.to, how.as, out, run.strides[0], elements);
    out += run.strides[0] * static_cast<ptrdiff_t>(part);
    in += run.strides[1] * static_cast<ptrdiff_t>(part);
  }
}

void convert_all(Call &call, const Tensor &self, const Tensor &out) {
  if (!call.ok())
    return;
  const ScalarType from = self.scalar_type();
  const ScalarType to = out.scalar_type();
  if (!call.require(wide_type(from) != Wide::None && wide_type(to) != Wide::None))
    return;
  if (from == to)
    return copy_all(call, {self, out});
  for (const Direct &direct : kDirect)
    if (direct.from == from && direct.to == to)
      return walk_pair(call, out, self, direct.run, nullptr);
  const Conversion how = conversion(from, to);
  walk_pair(call, out, self, convert_run, &how);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
