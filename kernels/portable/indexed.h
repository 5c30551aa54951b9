// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that find elements by a tensor of indices: one walk over the indices and beside them
// over the tensor that has an element for each of them. The third tensor, the indexed one, stands
// still along the dimension that they are for, and is stepped into by the index.

#pragma once

#include "../common/dtypes.h"
#include "../common/indices.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// What happens to elements that belong together: by `run`, with `params`, operand 0 being the one
/// that is written.
struct IndexedRun {
  ElementRunFunction run;
  const void *params;
  SizesType size;   // of the indexed dimension
  ptrdiff_t stride; // of that dimension, in bytes
  bool puts;        // whether the indexed tensor is written
};
enum IndexedOperand { kPlain, kIndex, kIndexed };

/// The run function of such walks: params point to an IndexedRun.
void indexed_run(const ElementRun &run);

/// A tensor without dimensions counts as one with a dimension of one element.
inline SizesType size_along(const Tensor &tensor, size_t d) {
  return d < tensor.dim() ? tensor.size(d) : 1;
}
inline ptrdiff_t stride_along(const Tensor &tensor, size_t d) {
  return d < tensor.dim() ? byte_stride(tensor, d) : 0;
}

/// Whether the index has as many dimensions as the tensor, none of them larger, but for dimension
/// `without`.
bool fits_index(const Tensor &index, const Tensor &tensor, size_t without);

/// Calls `run` for each index, which belongs to the element of `indexed` at its place, but along
/// `dim`, and to that of the plain operand, whose strides in bytes these are.
void walk_indices(const Tensor &index, const Tensor &indexed, uint8_t dim, char *plain,
                  const ptrdiff_t *strides, IndexedRun run);

/// Copies the slices of `self` along `dim` that the index names. `out` has the dimensions of the
/// index in the place of that one; an index without dimensions may count as one of one element.
void copy_indexed(const Tensor &out, const Tensor &self, size_t dim, const Tensor &index);

/// Adds a run of elements: out[i] += in[i].
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
