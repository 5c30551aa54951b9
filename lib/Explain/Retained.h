// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The items that would be removed with another item.
//
// The items that go with one item are its subtree in the dominator tree: every path from a root to
// them leads through the item. With several items, such as all kernels of a dtype, more items go
// than with each alone: an item that two of them share goes only with both. retainedBy() therefore
// walks the graph.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/ADT/SetVector.h"

namespace etprune {

class Dominators {
public:
  static constexpr uint32_t None = UINT32_MAX;

  explicit Dominators(const ImageGraph &Graph);

  /// The item that alone keeps another. None for a root, and for an item with several independent
  /// paths.
  uint32_t parent(uint32_t Item) const { return Parents[Item]; }
  /// All items, each parent before its children, and the children in their order.
  llvm::ArrayRef<uint32_t> preorder() const { return Order; }
  /// Bytes of the item and of all items that it alone keeps.
  const MemoryBytes &retained(uint32_t Item) const { return Retained[Item]; }
  /// The item, or its nearest ancestor, of a kind; None if there is none.
  uint32_t above(uint32_t Item, ImageItem::Kind What) const;

private:
  const ImageGraph &Graph;
  std::vector<uint32_t> Parents, Order;
  std::vector<MemoryBytes> Retained;
};

using ItemSet = llvm::SetVector<uint32_t>;

ItemSet rootsOf(const ImageGraph &Graph);
/// The items that go if the given items go, these included.
ItemSet retainedBy(const ImageGraph &Graph, llvm::ArrayRef<uint32_t> Gone);
/// All items that the given items need, these included, the nearest first.
ItemSet reachedFrom(const ImageGraph &Graph, ItemSet Items);
MemoryBytes sum(const ImageGraph &Graph, const ItemSet &Items);

} // namespace etprune
