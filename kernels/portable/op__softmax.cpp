// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_softmax.out: exp(x) / sum of exp(x) along a dimension. The largest element is subtracted
// first, which changes nothing but keeps exp from overflowing. Half and BFloat16 are computed in
// Float, and for them exp is evaluated twice rather than rounded before the division.

#include <cmath>
#include <type_traits>

#include "dims.h"
#include "dtypes.h"
#include "et/kernel.h"
#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

/// The dimension that the softmax runs along; strides in bytes.
struct Line {
  size_t size;
  ptrdiff_t out_stride;
  ptrdiff_t in_stride;
};

template <typename T> void softmax_line(char *out, const char *in, const Line &line) {
  using Compute = ComputeType<T>;
  auto input = [&](size_t i) -> Compute {
    return *reinterpret_cast<const T *>(in + static_cast<ptrdiff_t>(i) * line.in_stride);
  };
  auto output = [&](size_t i) -> T & {
    return *reinterpret_cast<T *>(out + static_cast<ptrdiff_t>(i) * line.out_stride);
  };
  Compute largest = input(0);
  for (size_t i = 1; i < line.size; ++i) {
    Compute value = input(i);
    if (value > largest)
      largest = value;
  }
  Compute sum = 0;
  for (size_t i = 0; i < line.size; ++i) {
    Compute power = std::exp(input(i) - largest);
    sum += power;
    if constexpr (std::is_same_v<T, Compute>)
      output(i) = power;
  }
  for (size_t i = 0; i < line.size; ++i) {
    if constexpr (std::is_same_v<T, Compute>)
      output(i) /= sum;
    else
      output(i) = static_cast<T>(std::exp(input(i) - largest) / sum);
  }
}

template <typename T> void softmax_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    softmax_line<T>(out, in, *static_cast<const Line *>(run.params));
    out += run.strides[0];
    in += run.strides[1];
  }
}

void softmax(KernelRuntimeContext &context, Span<EValue *> args, ScalarType dtype,
             ElementRunFunction run) {
  bool ok = args.size() > 3 && args[0]->isTensor() && args[1]->isInt() && args[2]->isBool() &&
            !args[2]->toBool() && args[3]->isTensor();
  if (!ok)
    return context.fail(Error::InvalidArgument);
  Tensor self = args[0]->toTensor();
  Tensor out = args[3]->toTensor();
  size_t rank = self.dim();
  uint8_t dim;
  ok = self.scalar_type() == dtype && out.scalar_type() == dtype && out.dim() == rank &&
       rank <= kTensorDimensionLimit && normalize_dim(args[1]->toInt(), rank, dim) &&
       has_data(self) && has_data(out);
  for (size_t d = 0; ok && d < rank; ++d)
    ok = self.size(d) == out.size(d);
  if (!ok)
    return context.fail(Error::InvalidArgument);

  ElementWalk walk;
  Line line = {1, 0, 0};
  for (size_t place = 0; place < rank; ++place) {
    size_t d = out.dim_order()[place];
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d), byte_stride(self, d), 0};
    if (d == dim)
      line = {static_cast<size_t>(self.size(d)), strides[0], strides[1]};
    else
      walk.add_dimension(self.size(d), strides);
  }
  if (line.size == 0)
    return;
  ElementRun start = {};
  start.data[0] = out.mutable_data_ptr<char>();
  start.data[1] = self.mutable_data_ptr<char>();
  start.params = &line;
  walk.for_each_run(start, run);
}

} // namespace

#define SOFTMAX(name, code, type)                                                                  \
  ET_KERNEL(aten, _softmax.out, name, "v1/" #code ";|*",                                           \
            "_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) "           \
            "-> Tensor(a!)") {                                                                     \
    softmax(context, args, ScalarType::name, softmax_run<type>);                                   \
  }
ET_FORALL_FLOAT_DTYPES(SOFTMAX)

} // namespace et::ET_KERNEL_LIBRARY
