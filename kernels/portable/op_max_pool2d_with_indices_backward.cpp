// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices_backward.grad_input: adds each element of grad_output to the
// element of its plane that max_pool2d_with_indices took, which `indices` tells. Rounded after each
// addition, as in PyTorch. The call fails, having written nothing, where an index leaves its plane.

#include <cstring>

#include "../common/dtypes.h"
#include "window.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct MaxPoolBackward {
  ScalarType dtype;
  void (*add)(char *to, const char *from);
};

template <typename T> void add_element(char *to, const char *from) {
  using Compute = ComputeType<T>;
  T &sum = *reinterpret_cast<T *>(to);
  sum = static_cast<T>(static_cast<Compute>(sum) +
                       static_cast<Compute>(*reinterpret_cast<const T *>(from)));
}

template <typename T>
constexpr MaxPoolBackward kMaxPoolBackward = {DtypeOf<T>::value, add_element<T>};

/// Calls `visit` with each plane, position and index until it gives false, and gives what it gave.
template <typename Visit> bool each_index(const Planes &indices, const Visit &visit) {
  for (SizesType n = 0; n < indices.sizes[0]; ++n)
    for (SizesType c = 0; c < indices.sizes[1]; ++c)
      for (int32_t row = 0; row < indices.sizes[2]; ++row)
        for (int32_t column = 0; column < indices.sizes[3]; ++column)
          if (!visit(n, c, row, column,
                     *reinterpret_cast<const int64_t *>(indices.at(n, c, row, column))))
            return false;
  return true;
}

bool are_sizes(const Tensor &tensor, const SizesType *sizes, size_t rank) {
  return tensor.dim() == rank &&
         std::memcmp(tensor.sizes().data(), sizes, rank * sizeof(SizesType)) == 0;
}

void max_pool2d_backward(KernelRuntimeContext &context, Args::Items items, size_t size,
                         const MaxPoolBackward &kernel) {
  Call call(context, {items, size}, 9);
  const Tensor gradient = call.tensor(0, kernel.dtype);
  const Tensor self = call.output(1, kernel.dtype);
  const Tensor indices = call.tensor(7, ScalarType::Long);
  const Tensor out = call.output(8, kernel.dtype);
  Window windows[2] = {};
  SizesType sizes[4];
  take_pool_windows(call, self, 2, true, windows, sizes);
  if (!call.require(call.ok() && are_sizes(gradient, sizes, self.dim()) &&
                    are_sizes(indices, sizes, self.dim()) && !is_same(out, gradient) &&
                    !is_same(out, indices)) ||
      !call.resize(out, self.sizes()))
    return;
  const Planes to(out), from(gradient), at(indices);
  const int32_t width = to.sizes[3];
  const int64_t limit = int64_t(to.sizes[2]) * width;
  for (int pass = 0; pass < 2; ++pass) {
    const bool writes = pass != 0;
    if (writes && out.numel() != 0)
      std::memset(to.data, 0, out.nbytes());
    // Indices are looked at again: a program may have planned the output to lie where they are,
    // and then gets anything.
    if (!call.require(each_index(
            at, [&](SizesType n, SizesType c, int32_t row, int32_t column, int64_t index) {
              if (index < 0 || index >= limit)
                return writes;
              const auto place = static_cast<int32_t>(index);
              if (writes)
                kernel.add(to.at(n, c, place / width, place % width), from.at(n, c, row, column));
              return true;
            })))
      return;
  }
}

} // namespace

#define MAX_POOL2D_BACKWARD(name, code, type)                                                      \
  ET_KERNEL(aten, max_pool2d_with_indices_backward.grad_input, name,                               \
            "v1/" #code ";|" #code ";|4;|" #code ";",                                              \
            "max_pool2d_with_indices_backward.grad_input(Tensor grad_output, Tensor self, int[2] " \
            "kernel_size, int[2] stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor " \
            "indices, *, Tensor(a!) grad_input) -> Tensor(a!)") {                                  \
    max_pool2d_backward(context, args.items(), args.size(), kMaxPoolBackward<type>);               \
  }
ET_FORALL_FLOAT_DTYPES(MAX_POOL2D_BACKWARD)

} // namespace et::kernels::ET_KERNEL_LIBRARY
