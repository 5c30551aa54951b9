// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::cumsum.out: the sum of each element and all elements before it along a dimension. The
// kernels for integers and Bool write Long. The kernels for other dtypes write the dtype of self.
// The fallback serves all other output dtypes. The fallback converts the elements to the output's
// wide type (element.h) before the addition. Integer sums wrap around. Half and BFloat16 are summed
// in Float.

#include <algorithm>
#include <cstring>

#include "../common/dtypes.h"
#include "../common/element.h"
#include "../common/lines.h"
#include "../common/scalar_argument.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kDim, kDtype, kOut, kCount };

/// Adds the input elements to `sum` one by one, and writes each intermediate sum to the output.
using AddUpFunction = void (*)(const ElementRun &run, ScalarNumber &sum);
template <typename T, typename Result> void add_up(const ElementRun &run, ScalarNumber &number) {
  using Sum = ComputeType<Result>;
  Sum sum = number.as<Sum>();
  map_strided_run<T, Result>(run, [&sum](const T &value) {
    sum = sum + static_cast<Sum>(value);
    return static_cast<Result>(sum);
  });
  *reinterpret_cast<Sum *>(number.bytes) = sum;
}

struct CumsumKernel {
  ScalarType dtype;
  ScalarType result;
  AddUpFunction add_up;
};
template <typename T, typename Result>
constexpr CumsumKernel kCumsum = {DtypeOf<T>::value, DtypeOf<Result>::value, add_up<T, Result>};

constexpr AddUpFunction kWideCumsums[kWideTypes] = {add_up<int32_t, int32_t>,
                                                    add_up<int64_t, int64_t>,
                                                    add_up<float, float>,
                                                    add_up<double, double>,
                                                    add_up<Complex<float>, Complex<float>>,
                                                    add_up<Complex<double>, Complex<double>>};

struct CumsumLine : Line {
  AddUpFunction add_up;
  // Only the fallback uses the members below.
  ScalarType self;
  ScalarType out;
  ScalarType computed;   // the wide type of `out`, in which the elements are summed
  ConvertFunction first; // converts to `computed`; null if load_elements() converts
};

void cumsum_run(const ElementRun &run) {
  const CumsumLine &line = *static_cast<const CumsumLine *>(run.params);
  ElementRun along = {
      {run.data[0], run.data[1]}, {line.out_stride, line.in_stride}, line.size, nullptr};
  for (size_t i = run.count; i != 0; --i) {
    ScalarNumber sum = {};
    line.add_up(along, sum);
    along.data[0] += run.strides[0];
    along.data[1] += run.strides[1];
  }
}

void mixed_line(const CumsumLine &line, char *out, const char *in) {
  const ptrdiff_t slot = slot_size(line.self, slot_size(line.out, sizeof(int64_t)));
  Slots slots;
  ElementRun part = {{slots.data, slots.data}, {slot, slot}, 0, nullptr};
  ScalarNumber sum = {};
  for (size_t left = line.size; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    const WideElements elements = {slots.data, slot, part.count};
    load_elements(line.self, line.first ? line.self : line.computed, elements, in, line.in_stride);
    convert_each(line.first, elements);
    line.add_up(part, sum);
    store_elements(line.out, line.computed, out, line.out_stride, elements);
    in += line.in_stride * static_cast<ptrdiff_t>(part.count);
    out += line.out_stride * static_cast<ptrdiff_t>(part.count);
  }
}

void mixed_run(const ElementRun &run) {
  const CumsumLine &line = *static_cast<const CumsumLine *>(run.params);
  for (size_t i = 0; i < run.count; ++i) {
    const ptrdiff_t at = static_cast<ptrdiff_t>(i);
    mixed_line(line, run.data[0] + at * run.strides[0], run.data[1] + at * run.strides[1]);
  }
}

void cumsum(Call &call, const Tensor &self, const Tensor &out, CumsumLine &line,
            ElementRunFunction run) {
  const int32_t dim = call.integer(kDim);
  if (!call.is_none(kDtype)) {
    const int32_t dtype = call.integer(kDtype);
    call.require(call.ok() && dtype == static_cast<int32_t>(out.scalar_type()));
  }
  if (call.ok() && call.require(has_data(self)))
    for_each_line(call, self, dim, out, line, run);
}

void cumsum_of(KernelRuntimeContext &context, Args args, const CumsumKernel &kernel) {
  Call call(context, args, kCount);
  const Tensor self = call.output(kSelf, kernel.dtype);
  const Tensor out = call.output(kOut, kernel.result);
  CumsumLine line = {};
  line.add_up = kernel.add_up;
  cumsum(call, self, out, line, cumsum_run);
}

} // namespace

#define CUMSUM_SCHEMA                                                                              \
  "cumsum.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)"
#define CUMSUM(name, code, type)                                                                   \
  ET_KERNEL(aten, cumsum.out, name, "v1/" #code ";|*", CUMSUM_SCHEMA) {                            \
    cumsum_of(context, args, kCumsum<type, type>);                                                 \
  }
ET_FORALL_FLOAT_DTYPES(CUMSUM)
ET_FORALL_COMPLEX_DTYPES(CUMSUM)

#define INTEGER_CUMSUM(name, code, type)                                                           \
  ET_KERNEL(aten, cumsum.out, name, "v1/" #code ";|4;", CUMSUM_SCHEMA) {                           \
    cumsum_of(context, args, kCumsum<type, int64_t>);                                              \
  }
ET_FORALL_INTEGER_DTYPES(INTEGER_CUMSUM)
ET_FORALL_BOOL_DTYPE(INTEGER_CUMSUM)

ET_KERNEL(aten, cumsum.out, fallback, ET_KEY(NumbersAndBool, Rest), CUMSUM_SCHEMA) {
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  if (!call.ok())
    return;
  CumsumLine line = {};
  line.self = self.scalar_type();
  line.out = out.scalar_type();
  const Wide wide = wide_type(line.out);
  if (!call.require(wide != Wide::None && wide_type(line.self) != Wide::None))
    return;
  line.computed = wide_dtype(wide);
  line.first = conversion(line.self, line.out).first;
  line.add_up = kWideCumsums[static_cast<size_t>(wide)];
  cumsum(call, self, out, line, mixed_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
