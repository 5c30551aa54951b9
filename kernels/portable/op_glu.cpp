// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::glu.out: the first half of self along a dimension, times the logistic function of the
// second half. The fallback serves outputs of another dtype than self.

#include <algorithm>

#include "../common/dims.h"
#include "../common/dtypes.h"
#include "mixed.h"
#include "sigmoid.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kDim, kOut, kCount };

/// The run's params point to the distance in bytes from the first half to the second half.
template <typename T> void glu_run(const ElementRun &run) {
  ElementRun halves = run;
  halves.data[2] = run.data[1] + *static_cast<const ptrdiff_t *>(run.params);
  halves.strides[2] = run.strides[1];
  zip_run<T>(halves,
             [](ComputeType<T> a, ComputeType<T> b) { return static_cast<T>(a * sigmoid(b)); });
}

template <typename T> constexpr ElementwiseKernel kGlu = elementwise<T>(kOut, glu_run<T>);

struct MixedGlu {
  ScalarType self;
  ScalarType out;
  ElementRunFunction run;
  ptrdiff_t distance;
};

void mixed_glu_run(const ElementRun &run) {
  const MixedGlu &mixed = *static_cast<const MixedGlu *>(run.params);
  const ptrdiff_t slot = slot_size(mixed.out, slot_size(mixed.self));
  constexpr ptrdiff_t between = sizeof(Slots);
  Slots halves[2];
  ElementRun part = {{halves[0].data, halves[0].data}, {slot, slot}, 0, &between};
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t left = run.count; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    for (ptrdiff_t half = 0; half < 2; ++half)
      load_elements(mixed.self, mixed.self, {halves[half].data, slot, part.count},
                    in + half * mixed.distance, run.strides[1]);
    mixed.run(part);
    const WideElements results = {halves[0].data, slot, part.count};
    round_elements(mixed.self, results);
    store_elements(mixed.out, mixed.self, out, run.strides[0], results);
    out += run.strides[0] * static_cast<ptrdiff_t>(part.count);
    in += run.strides[1] * static_cast<ptrdiff_t>(part.count);
  }
}

/// The caller has checked the dtypes. glu() sets `distance`, which is part of the object `*params`.
void glu(Call &call, const Tensor &self, const Tensor &out, ElementRunFunction run,
         const void *params, ptrdiff_t &distance) {
  const int32_t dim = call.integer(kDim);
  uint8_t d = 0;
  if (!call.ok() || !call.require(!is_same(self, out) && self.dim() != 0 &&
                                  normalize_dim(dim, self.dim(), d) && self.size(d) % 2 == 0))
    return;
  SizesType sizes[kTensorDimensionLimit];
  for (size_t i = 0; i < self.dim(); ++i)
    sizes[i] = self.size(i);
  sizes[d] /= 2;
  if (!call.resize(out, {sizes, self.dim()}))
    return;
  distance = sizes[d] * byte_stride(self, d);
  ElementWalk walk;
  walk.add_pair(out, self);
  walk.run.params = params;
  walk.for_each_run(run);
}

void glu(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kCount);
  const Tensor self = call.tensor(kSelf, kernel.dtype);
  const Tensor out = call.output(kOut, kernel.dtype);
  ptrdiff_t distance;
  glu(call, self, out, kernel.run, &distance, distance);
}

constexpr WideRuns kGluRuns = ET_WIDE_REAL_FLOAT_RUNS(glu_run);

} // namespace

#define GLU_SCHEMA "glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!)"
#define GLU(name, code, type)                                                                      \
  ET_KERNEL(aten, glu.out, name, "v1/" #code ";|*", GLU_SCHEMA) { glu(context, args, kGlu<type>); }
ET_FORALL_FLOAT_DTYPES(GLU)

ET_KERNEL(aten, glu.out, fallback, ET_KEY(Floats, FloatsAndComplex), GLU_SCHEMA) {
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  MixedGlu mixed = {type, out.scalar_type(), nullptr, 0};
  if (!call.require(number_kind(type) == NumberKind::Float && can_cast(type, mixed.out) &&
                    has_data(self)))
    return;
  mixed.run = kGluRuns[static_cast<size_t>(wide_type(type))];
  glu(call, self, out, mixed_glu_run, &mixed, mixed.distance);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
