// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See index_list.h. for_each_run() steps through the common shape of the indices. At each step, an
// ElementWalk visits the dimensions without an index. If an index is a mask, each step searches for
// the mask's next true element, because a list of the true elements would take memory.

#include "index_list.h"

#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

IndexList::IndexList(Call &call, size_t index, const Tensor &self) {
  if (!call.require(call.ok() && self.dim() <= kTensorDimensionLimit &&
                    (call[index].isListOptionalTensor() || call[index].isTensorList())))
    return;
  const TensorList list = call[index].toTensorList();
  size_t dim = 0;
  for (size_t i = 0; call.ok() && i < list.size(); ++i) {
    const Tensor item = list[i];
    if (item.defined()) {
      add_item(call, self, item, dim);
      if (call.ok())
        dim += items_[count_ - 1].count;
    } else {
      ++dim;
      call.require(dim <= self.dim());
    }
  }
  broadcast(call);
  set_sizes(call, self);
}

void IndexList::add_item(Call &call, const Tensor &self, const Tensor &index, size_t dim) {
  const ScalarType type = index.scalar_type();
  Item item = {{index}, {static_cast<uint8_t>(dim), 1, false, 0, -1, SIZE_MAX}};
  item.is_mask = type == ScalarType::Bool || type == ScalarType::Byte;
  if (item.is_mask)
    item.count = static_cast<uint8_t>(index.dim());
  if (!call.require(item.count != 0 && dim + item.count <= self.dim() &&
                    index.dim() <= kTensorDimensionLimit && has_data(index)))
    return;
  if (item.is_mask) {
    bool ok = in_index_order(index);
    for (size_t d = 0; d < item.count; ++d)
      ok = ok && index.size(d) == self.size(dim + d);
    if (!call.require(ok))
      return;
    const uint8_t *data = index.const_data_ptr<uint8_t>();
    for (size_t left = index.numel(); left != 0; --left)
      item.size += *data++ != 0;
  } else {
    require_indices(call, index, -self.size(dim), self.size(dim));
  }
  items_[count_++] = item;
}

void IndexList::broadcast(Call &call) {
  for (size_t i = 0; i < count_; ++i)
    if (items_[i].rank() > rank_)
      rank_ = items_[i].rank();
  for (size_t d = 0; d < rank_; ++d) {
    common_[d] = 1;
    for (size_t i = 0; i < count_; ++i) {
      const Item &item = items_[i];
      const size_t missing = rank_ - item.rank();
      const SizesType size = d < missing ? 1 : item.size_at(d - missing);
      call.require(size == 1 || common_[d] == 1 || size == common_[d]);
      if (size != 1)
        common_[d] = size;
    }
  }
}

void IndexList::set_sizes(Call &call, const Tensor &self) {
  if (!call.ok())
    return;
  bool are_neighbours = true;
  size_t free = self.dim();
  for (size_t i = 0; i < count_; ++i) {
    const Item &item = items_[i];
    if (i != 0)
      are_neighbours = are_neighbours && items_[i - 1].dim + items_[i - 1].count == item.dim;
    indexed_ |= ((uint32_t(1) << item.count) - 1) << item.dim;
    free -= item.count;
  }
  before_ = count_ != 0 && are_neighbours ? items_[0].dim : 0;
  if (!call.require(free + rank_ <= kTensorDimensionLimit))
    return;
  for (size_t d = 0, place = 0;; ++d) {
    if (indexed_ >> d & 1)
      continue;
    if (place++ == before_)
      for (size_t k = 0; k < rank_; ++k)
        sizes_[dim_++] = common_[k];
    if (place > free)
      return;
    sizes_[dim_++] = self.size(d);
  }
}

bool IndexList::has(const Tensor &tensor) const {
  for (size_t i = 0; i < count_; ++i)
    if (is_same(items_[i].index, tensor))
      return true;
  return false;
}

ptrdiff_t IndexList::mask_offset(Item &item, const Tensor &indexed, SizesType place) const {
  const uint8_t *data = item.index.const_data_ptr<uint8_t>();
  const size_t count = item.index.numel();
  if (place < item.place) {
    item.place = -1;
    item.at = SIZE_MAX;
  }
  // An output that overlaps the mask can clear true elements, so the search needs an end.
  for (; item.place < place; ++item.place)
    do
      ++item.at;
    while (item.at < count - 1 && data[item.at] == 0);
  size_t at = item.at < count ? item.at : count - 1;
  ptrdiff_t result = 0;
  for (size_t d = item.count; d-- != 0;) {
    const size_t size = static_cast<size_t>(item.index.size(d));
    result += static_cast<ptrdiff_t>(at % size) * byte_stride(indexed, item.dim + d);
    at /= size;
  }
  return result;
}

ptrdiff_t IndexList::offset(Item &item, const Tensor &indexed, const SizesType *at) const {
  if (item.is_mask)
    return mask_offset(item, indexed, item.size == 1 ? 0 : at[rank_ - 1]);
  const char *index = item.index.const_data_ptr<char>();
  const size_t missing = rank_ - item.rank();
  for (size_t d = missing; d < rank_; ++d)
    if (item.index.size(d - missing) != 1)
      index += at[d] * byte_stride(item.index, d - missing);
  return index_offset(index, indexed.size(item.dim), byte_stride(indexed, item.dim));
}

void IndexList::for_each_run(const Tensor &indexed, char *plain, const ptrdiff_t *strides,
                             bool puts, ElementRunFunction run, const void *params) {
  const size_t there = puts ? 0 : 1; // the operand number of `indexed`
  const size_t beside = 1 - there;
  ElementWalk walk;
  walk.run.params = params;
  for (size_t d = 0, place = 0; d < indexed.dim(); ++d) {
    if (indexed_ >> d & 1)
      continue;
    if (place == before_)
      place += rank_;
    ptrdiff_t steps[kMaxOperands] = {};
    steps[there] = byte_stride(indexed, d);
    steps[beside] = strides[place++];
    walk.add_dimension(indexed.size(d), steps);
  }
  SizesType at[kTensorDimensionLimit] = {};
  for (size_t d = 0; d < rank_; ++d)
    if (common_[d] == 0)
      return;
  if (walk.run.count == 0)
    return;
  for (;;) {
    walk.run.data[there] = indexed.mutable_data_ptr<char>();
    walk.run.data[beside] = plain;
    for (size_t i = 0; i < count_; ++i)
      walk.run.data[there] += offset(items_[i], indexed, at);
    for (size_t d = 0; d < rank_; ++d)
      walk.run.data[beside] += at[d] * strides[before_ + d];
    walk.for_each_run(run);
    size_t d = rank_;
    for (; d != 0 && ++at[d - 1] == common_[d - 1]; --d)
      at[d - 1] = 0;
    if (d == 0)
      return;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
