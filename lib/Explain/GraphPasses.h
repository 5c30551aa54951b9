// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that make the graph of an image, in the order in which readImageGraph() calls them. A
// pass leaves indices for later passes.

#pragma once

#include "Explain/ImageGraph.h"
#include "Prune/ChosenDefinitions.h"

namespace etprune {

using ItemList = llvm::SmallVector<uint32_t, 2>;

class ItemIndex {
public:
  explicit ItemIndex(const LinkedProgram &Program) : Program(Program) {}

  void add(const Contribution &C, uint32_t Item);
  void addPart(uint32_t Whole, uint64_t Offset, uint32_t Part) {
    Parts[Whole].push_back({Offset, Part});
  }

  std::optional<uint32_t> of(const Contribution *C) const;
  /// The items of a live section; several if sections of the object share its name.
  ItemList of(const InputObject &Captured, uint32_t Section) const;
  ItemList of(const LinkedObject &Object, uint32_t Section) const {
    return of(*Object.Captured, Section);
  }
  /// The undivided item at an address.
  std::optional<uint32_t> at(uint64_t Address) const;
  /// The part of an undivided item at an address, or the item itself.
  uint32_t partAt(uint32_t Item, uint64_t Address) const;

private:
  struct Range {
    uint64_t End;
    uint32_t Item;
  };
  struct Part {
    uint64_t Offset; ///< in the undivided item
    uint32_t Item;
  };
  const LinkedProgram &Program;
  llvm::DenseMap<const Contribution *, uint32_t> OfContribution;
  std::map<uint64_t, Range> ByAddress; ///< by the range's start
  llvm::DenseMap<uint32_t, std::vector<Part>> Parts;
};

/// The kind of the constants or strings of a mergeable section.
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

/// The strings and constants that a linker merged over all objects. A map shows them as one section
/// of the first object or of the linker, so the index finds a piece by its content.
class MergedIndex {
public:
  void add(MergeKind Kind, llvm::ArrayRef<uint8_t> Bytes, uint32_t Item) {
    Pieces[Kind].push_back({Bytes, Item});
  }
  /// Called after the last add().
  void sort();
  /// The item that holds the piece at an offset of an object's section.
  std::optional<uint32_t> find(const ImageGraph &Graph, const ObjectSection &Section,
                               uint64_t Offset) const;

private:
  struct Piece {
    llvm::ArrayRef<uint8_t> Bytes;
    uint32_t Item;
  };
  std::map<MergeKind, std::vector<Piece>> Pieces; ///< sorted by their bytes read backwards
};

class ReferenceTargets {
public:
  ReferenceTargets(const LinkedProgram &Program, const ImageGraph &Graph, const ItemIndex &Items,
                   const MergedIndex &Merged);

  const ItemList &of(llvm::StringRef Symbol);
  ItemList of(const LinkedObject &Object, uint32_t Section, const ObjectRelocation &R);
  bool isDefined(llvm::StringRef Symbol) const { return Defined.contains(Symbol); }

  /// The names that shared libraries define, with the item that the linker made for each. of()
  /// keeps its results, so a name must be added here before its first use.
  llvm::StringMap<uint32_t> Imports;

private:
  ItemList find(llvm::StringRef Symbol);

  const LinkedProgram &Program;
  const ImageGraph &Graph;
  const ItemIndex &Items;
  const MergedIndex &Merged;
  ChosenDefinitions Definitions;
  /// For each name: true if all its definitions are labels at the end of their section, where the
  /// next section begins.
  llvm::StringMap<bool> Defined;
  llvm::StringMap<ItemList> Known;
};

/// The parts of the graph that later passes treat differently because they belong to kernels.
struct KernelParts {
  std::set<SectionRef> Registering; ///< sections whose references to kernels make no edges
  llvm::DenseSet<uint32_t> Code;    ///< items of registered functions
  llvm::DenseSet<uint32_t> NoRoots; ///< items that only their kernel keeps, in spite of KEEP()
};

/// Adds an item for each contribution of the map and for each gap between output sections. Fails if
/// the map and the image do not match.
llvm::Error addItems(const LinkedProgram &Program, const Memories &Device, ImageGraph &Graph,
                     ItemIndex &Items);

MergedIndex divideMerged(const LinkedProgram &Program, ItemIndex &Items, ImageGraph &Graph);

/// Names each item after a symbol: a section has the name of its largest symbol.
void nameItems(const LinkedProgram &Program, const ItemIndex &Items, ImageGraph &Graph);

KernelParts addKernels(const LinkedProgram &Program, ReferenceTargets &Targets,
                       const MergedIndex &Merged, ItemIndex &Items, ImageGraph &Graph);

void divideUnwindTables(const LinkedProgram &Program, ReferenceTargets &Targets,
                        const ItemIndex &Items, ImageGraph &Graph);

/// Divides the sections that the linker made for functions of shared libraries. Returns the first
/// item of each name.
llvm::StringMap<uint32_t> divideImports(const ElfImage &Image, const ItemIndex &Items,
                                        ImageGraph &Graph);

void addReferences(const LinkedProgram &Program, const KernelParts &Kernels,
                   ReferenceTargets &Targets, const ItemIndex &Items, ImageGraph &Graph);

/// Divides dynamic relocations: each belongs to the word that it fills.
void divideDynamicRelocations(const ElfImage &Image, const ItemIndex &Items, ImageGraph &Graph);

void addRoots(const LinkedProgram &Program, const KernelParts &Kernels, ReferenceTargets &Targets,
              const ItemIndex &Items, ImageGraph &Graph);

/// Sorts the edges and fills ImageGraph::Sources.
void finishEdges(ImageGraph &Graph);

/// Makes roots of items that no known root reaches.
void addUnreached(ImageGraph &Graph);

} // namespace etprune
