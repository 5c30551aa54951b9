// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::glu.out: the first half of self along a dimension, times the logistic function of the
// second half.

#include "../common/dims.h"
#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "sigmoid.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The params are the distance between the halves.
template <typename T> void glu_run(const ElementRun &run) {
  ElementRun halves = run;
  halves.data[2] = run.data[1] + *static_cast<const ptrdiff_t *>(run.params);
  halves.strides[2] = run.strides[1];
  zip_run<T>(halves,
             [](ComputeType<T> a, ComputeType<T> b) { return static_cast<T>(a * sigmoid(b)); });
}

template <typename T> constexpr ElementwiseKernel kGlu = elementwise<T>(2, glu_run<T>);

void glu(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, 3);
  const Tensor self = call.tensor(0, kernel.dtype);
  const Tensor out = call.output(2, kernel.dtype);
  const int32_t dim = call.integer(1);
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
  const ptrdiff_t distance = sizes[d] * byte_stride(self, d);
  ElementWalk walk;
  walk.add_pair(out, self);
  walk.run.params = &distance;
  walk.for_each_run(kernel.run);
}

} // namespace

#define GLU(name, code, type)                                                                      \
  ET_KERNEL(aten, glu.out, name, "v1/" #code ";|*",                                                \
            "glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!)") {                 \
    glu(context, args, kGlu<type>);                                                                \
  }
ET_FORALL_FLOAT_DTYPES(GLU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
