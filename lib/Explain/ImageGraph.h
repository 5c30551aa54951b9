// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph of references in an image. The nodes are called items. Every byte of the image's memory
// belongs to one item. An item is the part of an output section that comes from one input section,
// or a gap between output sections. The linker makes some sections, such as .eh_frame, by merging
// inputs. In these sections, the items are the strings, the table entries, the functions' unwind
// entries, and the dynamic relocations.
//
// An edge from one item to another means that the first keeps the second. Most edges are
// relocations of the linked objects, and lead to the definition that this link chose. Roots are
// kept without an edge: the entry point, KEEP, constructors. An item that no known root reaches
// becomes a root itself.
//
// The graph also has items without bytes, called groups: for example one for each kernel and one
// for each operator. The bytes of a kernel's code are in other items. A kernel keeps its table
// entry, and an operator keeps its kernels. The group "kernels" is a root and keeps the operators.
// Code that looks up or registers kernels keeps no kernel, because et-prune decides which kernels
// are linked.
//
// The padding after a section belongs to the section's item, because removing the section also
// frees the padding. The number of freed bytes is exact if the next section has the same alignment.

#pragma once

#include "Image/Memories.h"
#include "Prune/LinkedProgram.h"

#include "llvm/ADT/SetVector.h"

namespace etprune {

struct ImageMemory {
  std::string Name; ///< the region in the linker script; without regions, "flash" or "RAM"
  MemoryKind Kind = MemoryKind::Flash;
  std::optional<uint64_t> Length; ///< of the region; none for memory outside of regions
};

struct ImageOutput {
  std::string Name;
  uint64_t Size = 0;
  /// Indices into ImageGraph::Memories; two if start-up code copies the section from flash to RAM.
  llvm::SmallVector<uint32_t, 2> Memories;
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
  bool IsPart = false;                  ///< a piece that divide() took from an item
  bool IsRegistration = false;          ///< an entry of the registration table
  const char *Root = nullptr;           ///< for roots: why the linker keeps the item; else null
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
  /// Moves `Bytes` bytes, or all if there are fewer, from the item `From` to a new item.
  uint32_t divide(uint32_t From, uint64_t Bytes, const llvm::Twine &Name);

  MemoryBytes memoryOf(const ImageItem &Item, uint64_t Bytes) const;
  MemoryBytes memoryOf(uint32_t Item) const { return memoryOf(Items[Item], Items[Item].size()); }
};

/// Fails if the map is not the image's.
llvm::Expected<ImageGraph> readImageGraph(const LinkedProgram &Program, const Memories &Device);

/// The dominator tree of a graph. Removing an item removes its subtree, because every path from a
/// root to the subtree leads through the item.
class Dominators {
public:
  static constexpr uint32_t None = UINT32_MAX;

  explicit Dominators(const ImageGraph &Graph);

  /// The nearest item that is on every path from a root to `Item`. None if `Item` is a root, or if
  /// its paths have no item in common.
  uint32_t parent(uint32_t Item) const { return Parents[Item]; }
  /// All items: each parent is before its children, and a parent's children are sorted by index.
  llvm::ArrayRef<uint32_t> preorder() const { return Order; }
  const MemoryBytes &retained(uint32_t Item) const { return Retained[Item]; }
  /// The item itself if it is of this kind, else the nearest ancestor of this kind, else None.
  uint32_t above(uint32_t Item, ImageItem::Kind What) const;

private:
  void addOrder();

  const ImageGraph &Graph;
  std::vector<uint32_t> Parents, Order;
  std::vector<MemoryBytes> Retained;
};

using ItemSet = llvm::SetVector<uint32_t>;

ItemSet rootsOf(const ImageGraph &Graph);
/// The given items, and all items that nothing keeps if the given items are removed. An item that
/// only two given items keep is in this set, although it is in neither item's subtree.
ItemSet retainedBy(const ImageGraph &Graph, llvm::ArrayRef<uint32_t> Gone);
/// The given items and all items that they need, the nearest first.
ItemSet reachedFrom(const ImageGraph &Graph, ItemSet Items);
MemoryBytes sum(const ImageGraph &Graph, const ItemSet &Items);

} // namespace etprune
