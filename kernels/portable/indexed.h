// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that find elements by a tensor of indices. One walk visits the indices together with a
// plain tensor, which has one element per index. In the indexed tensor, the walk does not step
// along the indexed dimension, because the index selects the element there.

#pragma once

#include "../common/dtypes.h"
#include "../common/indices.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The output is operand 0: the indexed tensor if `puts`, else the plain tensor.
struct IndexedRun {
  ElementRunFunction run;
  const void *params;
  SizesType size;   // of the indexed dimension
  ptrdiff_t stride; // of the indexed dimension, in bytes
  bool puts;
};
enum IndexedOperand { kPlain, kIndex, kIndexed };

/// The run's params point to an IndexedRun.
void indexed_run(const ElementRun &run);

/// A tensor without dimensions has a dimension of size 1 here.
inline SizesType size_along(const Tensor &tensor, size_t d) {
  return d < tensor.dim() ? tensor.size(d) : 1;
}
inline ptrdiff_t stride_along(const Tensor &tensor, size_t d) {
  return d < tensor.dim() ? byte_stride(tensor, d) : 0;
}

/// True if the index has as many dimensions as the tensor, and no dimension except `without` is
/// larger than the tensor's dimension.
bool fits_index(const Tensor &index, const Tensor &tensor, size_t without);

/// Calls `run` for each index with one element of `indexed` and one of `plain` (`strides` in
/// bytes). The index is the coordinate of the element of `indexed` along `dim`. The position of the
/// index in its tensor gives all other coordinates.
void walk_indices(const Tensor &index, const Tensor &indexed, uint8_t dim, char *plain,
                  const ptrdiff_t *strides, IndexedRun run);

/// Copies the slices of `self` along `dim` that the index selects. In `out` the index's dimensions
/// replace `dim`. An index without dimensions is treated as a list with one element.
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
