// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The items that go if another item goes.
//
// For one item they are its subtree in the dominator tree: every way from a root to them leads
// through the item. Of several at once, the kernels of a dtype, say, or the members of an archive,
// it is more than the sum of theirs: what two of them share goes only with both. That takes a walk
// of its own, over what they reach.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/ADT/SetVector.h"

namespace etprune {

class Dominators {
public:
  static constexpr uint32_t None = UINT32_MAX;

  explicit Dominators(const ImageGraph &Graph);

  /// The item that alone keeps another; None where it is a root, or reached in ways that share
  /// nothing.
  uint32_t parent(uint32_t Item) const { return Parents[Item]; }
  /// All items, a parent before its children, these in their order.
  llvm::ArrayRef<uint32_t> preorder() const { return Order; }
  /// Of the item and all that it alone keeps.
  const MemoryBytes &retained(uint32_t Item) const { return Retained[Item]; }
  /// The nearest one above an item, or itself, of a kind; None where there is none.
  uint32_t above(uint32_t Item, ImageItem::Kind What) const;

private:
  const ImageGraph &Graph;
  std::vector<uint32_t> Parents, Order;
  std::vector<MemoryBytes> Retained;
};

using ItemSet = llvm::SetVector<uint32_t>;

/// All items that have an ImageItem::Root.
ItemSet rootsOf(const ImageGraph &Graph);
/// The items that go if others go, these included.
ItemSet retainedBy(const ImageGraph &Graph, llvm::ArrayRef<uint32_t> Gone);
/// All items that some items need, these included, the nearest first.
ItemSet reachedFrom(const ImageGraph &Graph, ItemSet Items);
MemoryBytes sum(const ImageGraph &Graph, const ItemSet &Items);

} // namespace etprune
