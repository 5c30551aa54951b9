// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices_backward.grad_input: for each window, `indices` has the
// largest element's index in the plane. The kernel adds the window's element of grad_output to the
// element of grad_input at this index. Each addition rounds the sum to the dtype, as in PyTorch. If
// an index is not in its plane, the call fails before the kernel writes anything.

#include <cstring>

#include "../common/dtypes.h"
#include "../common/spatial.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The params of add_run. Operand 1 of a run is grad_output, operand 2 is the indices. Operand 0 is
/// a plane of grad_input; its stride is 0, because the indices select its elements.
struct PlaneSums {
  uint32_t width;
  ptrdiff_t stride; // bytes from one column to the next
  ptrdiff_t gap;    // bytes between the end of a row and the next row, mostly 0
};

template <typename T, bool has_gaps> void add_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const PlaneSums &plane = *static_cast<const PlaneSums *>(run.params);
  const ptrdiff_t stride = plane.stride;
  char *const to = run.data[0];
  const char *from = run.data[1];
  const char *index = run.data[2];
  const ptrdiff_t from_stride = run.strides[1];
  const ptrdiff_t index_stride = run.strides[2];
  size_t left = run.count;
  do {
    // are_below() has checked the index, so the low 32 bits are enough. Machines are little-endian.
    const uint32_t at = *reinterpret_cast<const uint32_t *>(index);
    char *place = to + static_cast<ptrdiff_t>(at) * stride;
    if constexpr (has_gaps)
      place += static_cast<ptrdiff_t>(at / plane.width) * plane.gap;
    T &sum = *reinterpret_cast<T *>(place);
    sum = static_cast<T>(static_cast<Compute>(sum) +
                         static_cast<Compute>(*reinterpret_cast<const T *>(from)));
    from += from_stride;
    index += index_stride;
  } while (--left != 0);
}

struct MaxPoolBackward {
  ScalarType dtype;
  ElementRunFunction add;
  ElementRunFunction add_with_gaps;
};
template <typename T>
constexpr MaxPoolBackward kMaxPoolBackward = {DtypeOf<T>::value, add_run<T, false>,
                                              add_run<T, true>};

/// True if all indices are below `limit`. Tests their OR first, because no index exceeds the OR.
bool are_below(const Tensor &indices, uint32_t limit) {
  const uint64_t *const at = indices.const_data_ptr<uint64_t>();
  const size_t count = indices.numel();
  uint64_t bits = 0;
  size_t i = 0;
  for (; i + 4 <= count; i += 4)
    bits |= at[i] | at[i + 1] | at[i + 2] | at[i + 3];
  if (bits >= limit)
    i = 0;
  while (i != count && at[i] < limit)
    ++i;
  return i == count;
}

bool overlap(const Tensor &a, const Tensor &b) {
  const char *const a_data = a.const_data_ptr<char>();
  const char *const b_data = b.const_data_ptr<char>();
  return a_data < b_data + b.nbytes() && b_data < a_data + a.nbytes();
}

bool are_sizes(const Tensor &tensor, const SizesType *sizes, size_t rank) {
  return tensor.dim() == rank &&
         std::memcmp(tensor.sizes().data(), sizes, rank * sizeof(SizesType)) == 0;
}

void max_pool2d_backward(KernelRuntimeContext &context, Args args, const MaxPoolBackward &kernel) {
  enum Arguments : size_t { kGradOutput, kSelf, kIndices = 7, kGradInput, kCount };
  Call call(context, args, kCount);
  const Tensor gradient = call.tensor(kGradOutput, kernel.dtype);
  const Tensor self = call.output(kSelf, kernel.dtype);
  const Tensor indices = call.tensor(kIndices, ScalarType::Long);
  const Tensor out = call.output(kGradInput, kernel.dtype);
  Window windows[2] = {};
  SizesType sizes[4];
  take_pool_windows(call, self, 2, true, windows, sizes);
  if (!call.require(call.ok() && are_sizes(gradient, sizes, self.dim()) &&
                    are_sizes(indices, sizes, self.dim()) && !is_same(out, gradient)) ||
      !call.resize(out, self.sizes()))
    return;
  const Planes to(out), from(gradient), at(indices);
  const auto width = static_cast<uint32_t>(to.sizes[3]);
  const PlaneSums plane = {width, to.strides[3], to.strides[2] - to.sizes[3] * to.strides[3]};
  // The output must not overlap the indices, because the kernel would overwrite checked indices.
  if (!call.require(are_below(indices, static_cast<uint32_t>(to.sizes[2]) * width) &&
                    !overlap(out, indices)) ||
      out.numel() == 0)
    return;
  std::memset(to.data, 0, out.nbytes());
  ElementWalk walk;
  for (size_t d = 0; d < 2; ++d) {
    const ptrdiff_t strides[kMaxOperands] = {0, from.strides[2 + d], at.strides[2 + d]};
    walk.add_dimension(from.sizes[2 + d], strides);
  }
  walk.run.params = &plane;
  for (SizesType n = 0; n < to.sizes[0]; ++n)
    for (SizesType c = 0; c < to.sizes[1]; ++c) {
      walk.run.data[0] = to.at(n, c);
      walk.run.data[1] = from.at(n, c);
      walk.run.data[2] = at.at(n, c);
      walk.for_each_run(plane.gap == 0 ? kernel.add : kernel.add_with_gaps);
    }
}

} // namespace

#define MAX_POOL2D_BACKWARD(name, code, type)                                                      \
  ET_KERNEL(aten, max_pool2d_with_indices_backward.grad_input, name,                               \
            "v1/" #code ";|" #code ";|4;|" #code ";",                                              \
            "max_pool2d_with_indices_backward.grad_input(Tensor grad_output, Tensor self, int[2] " \
            "kernel_size, int[2] stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor " \
            "indices, *, Tensor(a!) grad_input) -> Tensor(a!)") {                                  \
    max_pool2d_backward(context, args, kMaxPoolBackward<type>);                                    \
  }
ET_FORALL_FLOAT_DTYPES(MAX_POOL2D_BACKWARD)

} // namespace et::kernels::ET_KERNEL_LIBRARY
