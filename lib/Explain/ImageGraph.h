// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph of references in an image. Its nodes, the items, hold the image's bytes: every byte of
// the image's memory belongs to one item. An item is the part of an output section that comes from
// one input section, or a gap between output sections. A section made of many inputs is divided
// further: merged strings one by one, the registration table by entry, unwind tables by function,
// dynamic relocations by the word that they fill.
//
// An edge from one item to another means that the first keeps the second. It is a relocation of the
// linked objects, to the definition that this link chose. Roots are kept without an edge: the entry
// point, KEEP, constructors. An item that no known root reaches becomes a root itself.
//
// Items without bytes are groups. A kernel keeps its table entry, an operator its kernels, and the
// root "kernels" the operators. The code that looks up kernels keeps none of them, because et-prune
// decides which kernels are in the table.
//
// The padding after a section belongs to the section. If the next section has the same alignment,
// removing the section frees exactly this padding, too.

#pragma once

#include "Image/Memories.h"
#include "Prune/LinkedProgram.h"

#include "llvm/ADT/SetVector.h"

namespace etprune {

struct ImageMemory {
  std::string Name; ///< the script's region; "flash" and "RAM" without regions
  MemoryKind Kind = MemoryKind::Flash;
  std::optional<uint64_t> Length;
};

struct ImageOutput {
  std::string Name;
  uint64_t Size = 0;
  llvm::SmallVector<uint32_t, 2> Memories; ///< indices of the memories that each byte takes
};

struct ImageItem {
  enum Kind : uint8_t { Section, Kernel, Operator, Group };
  static constexpr uint32_t NoOutput = UINT32_MAX;

  Kind What = Section;
  uint32_t Output = NoOutput;
  uint64_t Bytes = 0;
  uint64_t Padding = 0; ///< padding after the item
  std::string Name;     ///< its symbol, or a description
  llvm::StringRef InputSection, File, Member;
  bool IsPart = false;                  ///< part of a section made of many inputs
  bool IsRegistration = false;          ///< a part that registers a kernel
  const char *Root = nullptr;           ///< why the linker keeps it without a reference; else null
  const KernelRecord *Record = nullptr; ///< of a kernel; else null

  uint64_t size() const { return Bytes + Padding; }
};

struct MemoryBytes {
  uint64_t Flash = 0;
  uint64_t Ram = 0;

  MemoryBytes &operator+=(const MemoryBytes &Other) {
    Flash += Other.Flash;
    Ram += Other.Ram;
    return *this;
  }
  MemoryBytes operator-(const MemoryBytes &Other) const {
    return {Flash - Other.Flash, Ram - Other.Ram};
  }
  bool operator==(const MemoryBytes &Other) const {
    return Flash == Other.Flash && Ram == Other.Ram;
  }
  std::pair<uint64_t, uint64_t> order() const { return {Flash, Ram}; }
};

class ImageGraph {
public:
  std::vector<ImageMemory> Memories;
  std::vector<ImageOutput> Outputs;
  std::vector<ImageItem> Items;
  uint32_t Kernels = 0;                       ///< the item of the group "kernels"
  std::vector<std::vector<uint32_t>> Targets; ///< of each item, sorted
  std::vector<std::vector<uint32_t>> Sources; ///< of each item, sorted

  uint32_t addItem(ImageItem Item);
  uint32_t addGroup(ImageItem::Kind What, llvm::StringRef Name);
  void addEdge(uint32_t From, uint32_t To) {
    if (From != To)
      Targets[From].push_back(To);
  }
  uint32_t divide(uint32_t From, uint64_t Bytes, const llvm::Twine &Name);

  MemoryBytes memoryOf(const ImageItem &Item, uint64_t Bytes) const;
  MemoryBytes memoryOf(uint32_t Item) const { return memoryOf(Items[Item], Items[Item].size()); }
};

/// Fails if the map and the image do not match.
llvm::Expected<ImageGraph> readImageGraph(const LinkedProgram &Program, const Memories &Device);

/// The dominator tree of a graph. If an item goes, its subtree goes, because every path from a root
/// to the subtree leads through the item.
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
  void addOrder();

  const ImageGraph &Graph;
  std::vector<uint32_t> Parents, Order;
  std::vector<MemoryBytes> Retained;
};

using ItemSet = llvm::SetVector<uint32_t>;

ItemSet rootsOf(const ImageGraph &Graph);
/// The items that go if the given items go, these included. They can be more than the subtrees of
/// the items: an item that two of them share goes only with both.
ItemSet retainedBy(const ImageGraph &Graph, llvm::ArrayRef<uint32_t> Gone);
/// The given items and all items that they need, the nearest first.
ItemSet reachedFrom(const ImageGraph &Graph, ItemSet Items);
MemoryBytes sum(const ImageGraph &Graph, const ItemSet &Items);

} // namespace etprune
