// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of indices for the dimensions of a tensor, as in PyTorch's x[...]. An index is a tensor of
// integers (Int, Long) or a mask (Bool, Byte). Negative integers count from the end. A mask with n
// dimensions indexes n dimensions, and selects the elements where the mask is true. An item of the
// list may also be None: the dimension has no index, and all its elements are taken.
//
// The indices broadcast to a common shape, which replaces the indexed dimensions. In this
// broadcast, a mask counts as a list with one entry for each true element. If the indexed
// dimensions are not adjacent, the common shape comes first in the result.

#pragma once

#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

class IndexList {
public:
  /// The call fails unless all indices of the list args[index] are valid for `self`.
  IndexList(Call &call, size_t index, const Tensor &self);

  Span<const SizesType> sizes() const { return {sizes_, dim_}; }
  bool has(const Tensor &tensor) const;
  /// If the list has exactly one index, and the index is no mask, returns the index and sets `dim`
  /// to the indexed dimension. Otherwise returns null.
  const Tensor *only(size_t &dim) const {
    dim = items_[0].dim;
    return count_ == 1 && !items_[0].is_mask ? &items_[0].index : nullptr;
  }

  /// Calls `run` for all elements that the indices select. `indexed` has the shape of `self`. The
  /// data at `plain` has the shape sizes() and the byte strides `strides`. `run` gets the elements
  /// as two operands. Operand 0 (the output) is `indexed` if `puts`, otherwise `plain`.
  void for_each_run(const Tensor &indexed, char *plain, const ptrdiff_t *strides, bool puts,
                    ElementRunFunction run, const void *params);

private:
  struct Place {
    uint8_t dim;   // the first dimension that the index covers
    uint8_t count; // the number of dimensions that the index covers
    bool is_mask;
    SizesType size;  // number of true elements of a mask
    SizesType place; // the number of the true element found last, counted from 0; -1 if none
    size_t at;       // the position of this true element in the mask
  };
  struct Index {
    Tensor index = {};
  };
  struct Item : Index, Place {
    size_t rank() const { return is_mask ? 1 : index.dim(); }
    SizesType size_at(size_t d) const { return is_mask ? size : index.size(d); }
  };

  void add_item(Call &call, const Tensor &self, const Tensor &index, size_t dim);
  void broadcast(Call &call);
  void set_sizes(Call &call, const Tensor &self);
  ptrdiff_t offset(Item &item, const Tensor &indexed, const SizesType *at) const;
  ptrdiff_t mask_offset(Item &item, const Tensor &indexed, SizesType place) const;

  Item items_[kTensorDimensionLimit];
  size_t count_ = 0;
  SizesType common_[kTensorDimensionLimit]; // the shape that the indices broadcast to
  size_t rank_ = 0;
  size_t before_ = 0;    // result dimensions before the common shape
  uint32_t indexed_ = 0; // bit mask: dimensions of self that have an index
  SizesType sizes_[kTensorDimensionLimit];
  size_t dim_ = 0;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
