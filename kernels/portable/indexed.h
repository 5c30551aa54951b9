// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that use a tensor of indices to find elements. One walk visits three tensors: indices,
// the indexed tensor, and the plain tensor, which has one element for each index. The walk does not
// step along the indexed dimension of the indexed tensor. The position in this dimension comes from
// the index.

#pragma once

#include "../common/dtypes.h"
#include "../common/indices.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// If `puts`, operand 0 (the output) is the indexed tensor, otherwise the plain tensor.
struct IndexedRun {
  ElementRunFunction run;
  const void *params;
  SizesType size;   // of the indexed dimension
  ptrdiff_t stride; // of the indexed dimension, in bytes
  bool puts;
};
enum IndexedOperand { kPlain, kIndex, kIndexed };

/// `run.params` points to the IndexedRun.
void indexed_run(const ElementRun &run);

/// These two functions treat a tensor without dimensions as one dimension of size 1.
inline SizesType size_along(const Tensor &tensor, size_t d) {
  return d < tensor.dim() ? tensor.size(d) : 1;
}
inline ptrdiff_t stride_along(const Tensor &tensor, size_t d) {
  return d < tensor.dim() ? byte_stride(tensor, d) : 0;
}

/// True if the index has as many dimensions as the tensor, and no dimension of the index is larger
/// than the same dimension of the tensor. Dimension `without` is not compared.
bool fits_index(const Tensor &index, const Tensor &tensor, size_t without);

/// Calls `run` for each index, with one element of `indexed` and one element of `plain`. The
/// element of `indexed` has the same coordinates as the index, except along `dim`, where the index
/// is the coordinate. `strides` has the byte stride of `plain` for each dimension of `index`. The
/// caller need not set `run.size` and `run.stride`.
void walk_indices(const Tensor &index, const Tensor &indexed, uint8_t dim, char *plain,
                  const ptrdiff_t *strides, IndexedRun run);

/// Copies the slices of `self` along `dim` that the index selects. In `out`, the dimensions of the
/// index replace `dim`.
void copy_indexed(const Tensor &out, const Tensor &self, size_t dim, const Tensor &index);

template <typename T> void accumulate_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  char *out = run.data[0];
  const char *in = run.data[1];
  size_t left = run.count;
  do {
    T &sum = *reinterpret_cast<T *>(out);
    sum = static_cast<T>(static_cast<Compute>(read_element<T>(&sum)) +
                         static_cast<Compute>(read_element<T>(in)));
    out += run.strides[0];
    in += run.strides[1];
  } while (--left != 0);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
