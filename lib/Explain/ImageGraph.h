// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph of references in an image. Its nodes, the items, hold the image's bytes.
//
// An item is the part of an output section that comes from one input section. A section made of
// many inputs is divided further: merged strings one by one, the registration table by entry,
// unwind tables by function, dynamic relocations by the word that they fill. So every byte of the
// image's memory belongs to exactly one item. Gaps between output sections are items, too.
//
// An edge from one item to another means that the first keeps the second. It is a relocation of the
// linked objects, to the definition that this link chose. In an archive member's copy of a COMDAT
// group, references to the member's local code are special: if another member has the group and
// such code, too, the symbol that loads the member keeps the code. Roots are kept without an edge:
// the entry point, KEEP, constructors. An item that no known root reaches becomes a root itself,
// with this reason, so that every item is reached.
//
// Items without bytes are groups. A kernel keeps its table entry, an operator its kernels, and the
// root "kernels" the operators. The code that looks up kernels keeps none of them, because et-prune
// decides which kernels are in the table.
//
// The padding after a section belongs to the section. If the next section has the same alignment,
// removing the section frees exactly this padding, too.

#pragma once

#include "Image/Memories.h"
#include "Registry/Resolver.h"

namespace etprune {

struct ImageOrigin;
class SelfRegisteringProgram;

/// A part of the target's memory whose bytes are counted.
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
  bool IsPart = false; ///< part of a section made of many inputs
  bool IsRegistration =
      false; ///< a part that registers a kernel: an entry of a table or of an array
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
  MemoryBytes &operator-=(const MemoryBytes &Other) {
    Flash -= Other.Flash;
    Ram -= Other.Ram;
    return *this;
  }
  bool operator==(const MemoryBytes &Other) const {
    return Flash == Other.Flash && Ram == Other.Ram;
  }
  /// Tables are sorted by flash, then by RAM.
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

  /// The memory that some bytes of an item take.
  MemoryBytes memoryOf(const ImageItem &Item, uint64_t Bytes) const;
  MemoryBytes memoryOf(uint32_t Item) const { return memoryOf(Items[Item], Items[Item].size()); }
};

/// The graph of an image for a device with these memories. Fails if the map and the image do not
/// match.
llvm::Expected<ImageGraph> readImageGraph(const ImageOrigin &Origin, const PrunePlan &Plan,
                                          const SelfRegisteringProgram *Program,
                                          const Memories &Device);

} // namespace etprune
