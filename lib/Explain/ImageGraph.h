// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph of references in an image. Its nodes, the items, are the image's bytes.
//
// An item is what an input section has in an output section. Where one section is the work of many,
// it is divided: merged strings one by one, the registration table entry by entry, unwind tables
// function by function, dynamic relocations by the words that they are for. So every byte of the
// image's memory is of exactly one item, gaps between output sections included.
//
// An edge says that its source keeps its target: a relocation of the objects as they were linked,
// to the definition that this link chose. What an archive member's copy of a COMDAT group refers to
// in the member itself is kept by what the member is loaded for, if another member has both. Roots
// are kept without: the entry point, KEEP, constructors. What is in the image and is reached from
// no root that is known becomes one, with the reason that it has none, so that every item is
// reached.
//
// Items without bytes group others. A kernel keeps its table entry, an operator its kernels, and
// the root "kernels" the operators: the code that looks kernels up keeps none of them, since the
// tool decides what is in the table.
//
// The padding behind a section goes with it: where the next one has the same alignment, that is
// what goes if the section goes.

#pragma once

#include "Image/Memories.h"
#include "Registry/Resolver.h"

namespace etprune {

struct ImageOrigin;
class SelfRegisteringProgram;

/// A part of the target's memory that bytes count in.
struct ImageMemory {
  std::string Name; ///< of the script's region; "flash" and "RAM" where there are none
  MemoryKind Kind = MemoryKind::Flash;
  std::optional<uint64_t> Length;
};

struct ImageOutput {
  std::string Name;
  uint64_t Size = 0;
  llvm::SmallVector<uint32_t, 2> Memories; ///< which each byte takes, indices
};

struct ImageItem {
  enum Kind : uint8_t { Section, Kernel, Operator, Group };
  static constexpr uint32_t NoOutput = UINT32_MAX;

  Kind What = Section;
  uint32_t Output = NoOutput;
  uint64_t Bytes = 0;
  uint64_t Padding = 0; ///< behind it
  std::string Name;     ///< its symbol, or what it is
  llvm::StringRef InputSection, File, Member;
  bool IsPart = false;         ///< of a section that is the work of many
  bool IsRegistration = false; ///< a part that registers a kernel: a table's or an array's entry
  const char *Root = nullptr;  ///< why it is kept though nothing refers to it; or null
  const KernelRecord *Record = nullptr; ///< of a kernel

  uint64_t size() const { return Bytes + Padding; }
};

/// Bytes in flash and RAM.
struct MemoryBytes {
  uint64_t Flash = 0;
  uint64_t Ram = 0;

  MemoryBytes &operator+=(const MemoryBytes &Other) {
    Flash += Other.Flash;
    Ram += Other.Ram;
    return *this;
  }
  MemoryBytes &operator-=(const MemoryBytes &Other) {
    Flash -= Other.Flash;
    Ram -= Other.Ram;
    return *this;
  }
  bool operator==(const MemoryBytes &Other) const {
    return Flash == Other.Flash && Ram == Other.Ram;
  }
  /// Tables are sorted by flash, and by RAM where there is no flash.
  std::pair<uint64_t, uint64_t> order() const { return {Flash, Ram}; }
};

class ImageGraph {
public:
  std::vector<ImageMemory> Memories;
  std::vector<ImageOutput> Outputs;
  std::vector<ImageItem> Items;
  uint32_t Kernels = 0;                       ///< the item of that group
  std::vector<std::vector<uint32_t>> Targets; ///< of each item, sorted
  std::vector<std::vector<uint32_t>> Sources; ///< of each item, sorted

  uint32_t addItem(ImageItem Item);
  uint32_t addGroup(ImageItem::Kind What, llvm::StringRef Name);
  void addEdge(uint32_t From, uint32_t To) {
    if (From != To)
      Targets[From].push_back(To);
  }
  /// Makes a new item of an item's bytes, of at most those that the item has.
  uint32_t divide(uint32_t From, uint64_t Bytes, const llvm::Twine &Name);

  /// The memory that some bytes of an item take.
  MemoryBytes memoryOf(const ImageItem &Item, uint64_t Bytes) const;
  MemoryBytes memoryOf(uint32_t Item) const { return memoryOf(Items[Item], Items[Item].size()); }
  MemoryBytes total() const;
};

/// The graph of an image. An error where map and image do not fit. `Device` has the memories that
/// it was linked for.
llvm::Expected<ImageGraph> readImageGraph(const ImageOrigin &Origin, const PrunePlan &Plan,
                                          const SelfRegisteringProgram *Program,
                                          const Memories &Device);

} // namespace etprune
