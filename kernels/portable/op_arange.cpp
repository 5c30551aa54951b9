// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::arange.out and aten::arange.start_out: start, start + step, ... up to end, which is not
// among them. Where all three are integers, so is the arithmetic; else it is Double's. An output of
// an integer dtype takes start and step without their fractions, and the low bits of the numbers.
// Half, BFloat16 and Float are rounded once, where PyTorch adds rounded numbers.

#include "../common/promotion.h"
#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Range {
  Number start;
  Number end;
  Number step;
};

bool is_finite(double number) { return number - number == 0; }

/// How many numbers there are; false when they are none, or too many for a tensor.
bool count_integers(int64_t start, int64_t end, int64_t step, SizesType &count) {
  int64_t distance;
  if (step == 0 || __builtin_sub_overflow(end, start, &distance))
    return false;
  if (step < 0 && (__builtin_sub_overflow(int64_t(0), distance, &distance) ||
                   __builtin_sub_overflow(int64_t(0), step, &step)))
    return false;
  if (distance < 0)
    return false;
  const int64_t whole = distance / step + (distance % step != 0);
  count = static_cast<SizesType>(whole);
  return whole <= INT32_MAX;
}

bool count_doubles(double start, double end, double step, SizesType &count) {
  if (!is_finite(start) || !is_finite(end) || !is_finite(step) || step == 0 ||
      (step > 0 ? end < start : end > start))
    return false;
  const double whole = (end - start) / step;
  if (!(whole <= INT32_MAX - 1))
    return false;
  count = static_cast<SizesType>(whole);
  count += count < whole;
  return true;
}

/// Makes `range` what is computed with.
bool count_numbers(Range &range, ScalarType type, SizesType &count) {
  Number *const numbers[] = {&range.start, &range.end, &range.step};
  const double given[] = {range.start.as_double(), range.end.as_double(), range.step.as_double()};
  const bool are_integers = range.start.is_integer && range.end.is_integer && range.step.is_integer;
  const bool is_integer = number_kind(type) == NumberKind::Integer;
  for (size_t i = 0; i < 3; ++i) {
    if (is_integer && !truncate(*numbers[i], numbers[i]->integer))
      return false;
    numbers[i]->is_integer = is_integer || are_integers;
    numbers[i]->number = given[i];
  }
  const bool ok = range.start.is_integer ? count_integers(range.start.integer, range.end.integer,
                                                          range.step.integer, count)
                                         : count_doubles(given[0], given[1], given[2], count);
  // Of all integers but Long the fractions count for the length.
  if (ok && is_integer && !are_integers && type != ScalarType::Long)
    return count_doubles(given[0], given[1], given[2], count);
  return ok;
}

void arange(Call &call, Range range, size_t index) {
  const Tensor out = call.any_tensor(index);
  if (!call.ok())
    return;
  const ScalarType type = out.scalar_type();
  const NumberKind kind = number_kind(type);
  SizesType count;
  if (!call.require((kind == NumberKind::Integer || kind == NumberKind::Float) &&
                    count_numbers(range, type, count)) ||
      !call.resize(out, {&count, 1}))
    return;
  char *data = out.mutable_data_ptr<char>();
  const size_t size = out.element_size();
  Number number = range.start;
  for (SizesType i = 0; i < count; ++i) {
    if (number.is_integer)
      number.integer = static_cast<int64_t>(static_cast<uint64_t>(range.start.integer) +
                                            static_cast<uint64_t>(range.step.integer) *
                                                static_cast<uint64_t>(i));
    else
      number.number = range.start.number + i * range.step.number;
    write_element(number, type, data);
    data += size;
  }
}

} // namespace

ET_FALLBACK_KERNEL(aten, arange.out, "arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 2);
  arange(call, {{}, take_number(call, 0), {true, 1, 0}}, 1);
}

ET_FALLBACK_KERNEL(aten, arange.start_out,
                   "arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  Call call(context, args, 4);
  arange(call, {take_number(call, 0), take_number(call, 1), take_number(call, 2)}, 3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
