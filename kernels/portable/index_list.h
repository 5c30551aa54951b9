// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of indices for the dimensions of a tensor, as PyTorch has it in x[...]: tensors of
// integers (Int, Long; a negative one counts from the end), masks (Bool, Byte), which are for as
// many dimensions as they have and stand for the places of their true elements, and None for a
// dimension that is taken whole. The indices broadcast. Their shape is in the result at the place
// of the dimensions they are for, or in front where these are not neighbours.

#pragma once

#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

class IndexList {
public:
  /// Takes the list args[index] for `self`. The call fails unless the indices are right.
  IndexList(Call &call, size_t index, const Tensor &self);

  /// The shape of what is indexed.
  Span<const SizesType> sizes() const { return {sizes_, dim_}; }
  bool has(const Tensor &tensor) const;
  /// The only index, where it is one of integers, and the dimension that it is for; else null.
  const Tensor *only(size_t &dim) const {
    dim = items_[0].dim;
    return count_ == 1 && !items_[0].is_mask ? &items_[0].index : nullptr;
  }

  /// Calls `run` for all elements: of `indexed`, a tensor of the sizes of self, and those beside
  /// them of a tensor of sizes(), which is at `plain` with such strides in bytes. Operand 0 is
  /// `indexed` where it is written (`puts`).
  void for_each_run(const Tensor &indexed, char *plain, const ptrdiff_t *strides, bool puts,
                    ElementRunFunction run, const void *params);

private:
  struct Place {
    uint8_t dim;   // the first of the dimensions it is for
    uint8_t count; // how many they are
    bool is_mask;
    SizesType size;  // a mask's true elements
    SizesType place; // which of them is at `at`
    size_t at;
  };
  struct Index {
    Tensor index = {};
  };
  /// Its place has no values before an index is added.
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
  size_t before_ = 0;    // dimensions of the result before these
  uint32_t indexed_ = 0; // dimensions of self that are, as bits
  SizesType sizes_[kTensorDimensionLimit];
  size_t dim_ = 0;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
