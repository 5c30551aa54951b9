// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of readImageGraph(), in the order in which they run. The classes are indices that
// earlier passes fill for later passes.

#pragma once

#include "Explain/ImageGraph.h"
#include "Prune/ChosenDefinitions.h"

namespace etprune {

using ItemList = llvm::SmallVector<uint32_t, 2>;

/// Finds items by contribution, by section and by address.
class ItemIndex {
public:
  explicit ItemIndex(const LinkedProgram &Program) : Program(Program) {}

  void add(const Contribution &C, uint32_t Item);
  void addPart(uint32_t Whole, uint64_t Offset, uint32_t Part) {
    Parts[Whole].push_back({Offset, Part});
  }

  std::optional<uint32_t> of(const Contribution *C) const;
  /// The items of a live section, and of the object's sections with the same name (MapIndex.h).
  ItemList of(const InputObject &Captured, uint32_t Section) const;
  ItemList of(const LinkedObject &Object, uint32_t Section) const {
    return of(*Object.Captured, Section);
  }
  /// The whole item at an address, even if the item has parts (partAt()).
  std::optional<uint32_t> at(uint64_t Address) const;
  /// Returns the part of `Item` at an address, or `Item` if no part is there.
  uint32_t partAt(uint32_t Item, uint64_t Address) const;

private:
  struct Range {
    uint64_t End;
    uint32_t Item;
  };
  struct Part {
    uint64_t Offset; ///< from the start of the whole item
    uint32_t Item;
  };
  const LinkedProgram &Program;
  llvm::DenseMap<const Contribution *, uint32_t> OfContribution;
  std::map<uint64_t, Range> ByAddress; ///< by the range's start
  llvm::DenseMap<uint32_t, std::vector<Part>> Parts;
};

/// The properties of a mergeable section that decide how it is divided into constants or strings.
struct MergeKind {
  uint64_t EntrySize = 1;
  bool IsStrings = false;

  static MergeKind of(const ObjectSection &Section) {
    return {Section.EntrySize, (Section.Flags & llvm::ELF::SHF_STRINGS) != 0};
  }
  bool operator<(const MergeKind &Other) const {
    return std::pair(EntrySize, IsStrings) < std::pair(Other.EntrySize, Other.IsStrings);
  }
};

/// The pieces of merged sections, found by content: the map does not say where a piece is.
class MergedIndex {
public:
  void add(MergeKind Kind, llvm::ArrayRef<uint8_t> Bytes, uint32_t Item) {
    Pieces[Kind].push_back({Bytes, Item});
  }
  /// Called after the last add().
  void sort();
  /// Returns the item that contains a copy of the piece at `Offset` of an object's section.
  std::optional<uint32_t> find(const ImageGraph &Graph, const ObjectSection &Section,
                               uint64_t Offset) const;

private:
  struct Piece {
    llvm::ArrayRef<uint8_t> Bytes;
    uint32_t Item;
  };
  /// Sorted by the reversed bytes, so that find() finds strings that are the end of longer strings.
  std::map<MergeKind, std::vector<Piece>> Pieces;
};

/// Finds the items to which a reference leads.
class ReferenceTargets {
public:
  ReferenceTargets(const LinkedProgram &Program, const ImageGraph &Graph, const ItemIndex &Items,
                   const MergedIndex &Merged, llvm::StringMap<uint32_t> Imports);

  const ItemList &of(llvm::StringRef Symbol);
  ItemList of(const LinkedObject &Object, uint32_t Section, const ObjectRelocation &R);
  bool isDefined(llvm::StringRef Symbol) const { return Defined.contains(Symbol); }

private:
  ItemList find(llvm::StringRef Symbol);

  const LinkedProgram &Program;
  const ImageGraph &Graph;
  const ItemIndex &Items;
  const MergedIndex &Merged;
  const llvm::StringMap<uint32_t> Imports; ///< by symbol, the item of the GOT entry
  ChosenDefinitions Definitions;
  /// The global symbols that objects define. The value is true if a symbol marks the end of its
  /// section in each definition. of() then looks for the item before the symbol's address.
  llvm::StringMap<bool> Defined;
  llvm::StringMap<ItemList> Known;
};

/// Items and sections for which later passes make no edges or no roots. Otherwise initialisers or
/// KEEP() would keep every kernel in the graph. But et-prune can drop each kernel.
struct KernelParts {
  /// Sections that register kernels. Their references to functions in `Code` and to strings make no
  /// edges.
  std::set<SectionRef> Registering;
  llvm::DenseSet<uint32_t> Code;    ///< items of registered functions
  llvm::DenseSet<uint32_t> NoRoots; ///< records, which are no roots although the script has KEEP()
};

/// Adds an item for each contribution of the map. For each memory, adds one item for all gaps
/// between the memory's output sections. Fails if the map is not the image's.
llvm::Error addItems(const LinkedProgram &Program, const Memories &Device, ImageGraph &Graph,
                     ItemIndex &Items);

MergedIndex divideMerged(const LinkedProgram &Program, ItemIndex &Items, ImageGraph &Graph);

/// Gives each item the name of the largest symbol in its section, or the section's name if it has
/// no symbol.
void nameItems(const LinkedProgram &Program, const ItemIndex &Items, ImageGraph &Graph);

KernelParts addKernels(const LinkedProgram &Program, ReferenceTargets &Targets,
                       const MergedIndex &Merged, ItemIndex &Items, ImageGraph &Graph);

void divideUnwindTables(const LinkedProgram &Program, ReferenceTargets &Targets,
                        const ItemIndex &Items, ImageGraph &Graph);

/// Divides .got, .plt and similar sections into the entries of imported functions. Returns, for
/// each imported symbol, the item of its first GOT entry.
llvm::StringMap<uint32_t> divideImports(const ElfImage &Image, const ItemIndex &Items,
                                        ImageGraph &Graph);

void addReferences(const LinkedProgram &Program, const KernelParts &Kernels,
                   ReferenceTargets &Targets, const ItemIndex &Items, ImageGraph &Graph);

/// Divides the sections of dynamic relocations. An item keeps the relocations that fill its words.
void divideDynamicRelocations(const ElfImage &Image, const ItemIndex &Items, ImageGraph &Graph);

void addRoots(const LinkedProgram &Program, const KernelParts &Kernels, ReferenceTargets &Targets,
              const ItemIndex &Items, ImageGraph &Graph);

void finishEdges(ImageGraph &Graph);

/// Turns items into roots until roots reach all items.
void addUnreached(ImageGraph &Graph);

} // namespace etprune
