// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::arange.out and aten::arange.start_out: start, start + step, ... up to end, which is
// excluded. For an integer output, start and step lose their fractions. If a number does not fit
// in the output's dtype, the element gets the low bits. For other outputs, each number is computed
// in Double and then rounded once. PyTorch also rounds start and step, so its results may differ in
// the last bits.

#include <cstring>

#include "../common/promotion.h"
#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Range {
  FillNumber start;
  FillNumber end;
  FillNumber step;
};

/// Returns false if the step is 0 or has the wrong sign, or if the count is too large.
bool count_integers(int64_t start, int64_t end, int64_t step, uint32_t &count) {
  if (step == 0 || (step > 0 ? end < start : end > start))
    return false;
  const bool is_down = step < 0;
  uint64_t rest = static_cast<uint64_t>(end) - static_cast<uint64_t>(start);
  uint64_t by = static_cast<uint64_t>(step);
  if (is_down) {
    rest = -rest;
    by = -by;
  }
  // Divides bit by bit, which takes less code than a 64-bit division.
  count = 0;
  for (unsigned bit = 32; bit-- != 0;)
    if (rest >> bit >= by) {
      rest -= by << bit;
      count |= uint32_t(1) << bit;
    }
  count += rest != 0;
  return rest < by && count <= INT32_MAX;
}

bool count_doubles(double start, double end, double step, uint32_t &count) {
  const double whole = (end - start) / step;
  // Refuses a step of 0 or of the wrong sign, infinite or NaN arguments, and too many numbers.
  if (!(whole >= 0 && whole <= INT32_MAX - 1 && step - step == 0))
    return false;
  count = static_cast<uint32_t>(whole);
  count += count < whole;
  return true;
}

bool count_numbers(Range &range, ScalarType type, uint32_t &count) {
  FillNumber *const numbers[] = {&range.start, &range.end, &range.step};
  const bool is_integer = number_kind(type) == NumberKind::Integer;
  for (FillNumber *number : numbers) {
    if (is_integer && !truncate(*number, number->integer))
      return false;
    number->number = number->as_double();
  }
  // As in PyTorch, the size of a Long output ignores the fractions; the other sizes do not.
  if (type == ScalarType::Long)
    return count_integers(range.start.integer, range.end.integer, range.step.integer, count);
  return count_doubles(range.start.number, range.end.number, range.step.number, count);
}

void arange(Call &call, Range &range, size_t index) {
  const Tensor out = call.any_tensor(index);
  if (!call.ok())
    return;
  const ScalarType type = out.scalar_type();
  const NumberKind kind = number_kind(type);
  uint32_t count = 0;
  if (!call.require((kind == NumberKind::Integer || kind == NumberKind::Float) &&
                    count_numbers(range, type, count)))
    return;
  const SizesType length = static_cast<SizesType>(count);
  if (!call.resize(out, {&length, 1}))
    return;
  char *data = out.mutable_data_ptr<char>();
  const size_t size = out.element_size();
  uint64_t integer = static_cast<uint64_t>(range.start.integer);
  for (SizesType i = 0; i < length; ++i) {
    if (kind == NumberKind::Integer) {
      std::memcpy(data, &integer, size);
      integer += static_cast<uint64_t>(range.step.integer);
    } else {
      const double number = range.start.number + i * range.step.number;
      if (type == ScalarType::Double)
        std::memcpy(data, &number, size);
      else if (type == ScalarType::Float)
        *reinterpret_cast<float *>(data) = static_cast<float>(number);
      else
        write_float(static_cast<float>(number), type, data);
    }
    data += size;
  }
}

} // namespace

ET_KERNEL(aten, arange.out, fallback, ET_KEY(Reals),
          "arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kEnd, kOut, kCount };
  Call call(context, args, kCount);
  Range range = {{}, number_argument(call, kEnd), {true, 1, 0}};
  arange(call, range, 1);
}

ET_KERNEL(aten, arange.start_out, fallback, ET_KEY(Reals),
          "arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) "
          "-> Tensor(a!)") {
  enum Arguments : size_t { kStart, kEnd, kStep, kOut, kCount };
  Call call(context, args, kCount);
  Range range = {number_argument(call, kStart), number_argument(call, kEnd),
                 number_argument(call, kStep)};
  arange(call, range, 3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
