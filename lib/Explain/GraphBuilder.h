// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the graph of an image: first the items, from the map; then their parts, where a section is
// the work of many; then the edges, from the objects' relocations; then the roots.

#pragma once

#include "Explain/ImageGraph.h"
#include "Explain/MergedPieces.h"
#include "Prune/ChosenDefinitions.h"
#include "Prune/PruneLink.h"
#include "Prune/Roots.h"

#include <map>

namespace etprune {

class GraphBuilder {
public:
  GraphBuilder(const ImageOrigin &Origin, const PrunePlan &Plan,
               const SelfRegisteringProgram *Program, const Memories &Device);
  llvm::Expected<ImageGraph> build();

private:
  using ItemList = llvm::SmallVector<uint32_t, 2>;
  /// Bytes of an item that became another.
  struct Part {
    uint64_t Offset; ///< in the item as it was
    uint32_t Item;
  };

  uint32_t memoryIndex(const Occupancy &Taken);
  llvm::Error addOutputs();
  void addOutput(const ImageSection &Section, const MapSection &InMap);
  void addGaps();
  uint32_t addItem(ImageItem Item);
  uint32_t addGroup(ImageItem::Kind What, llvm::StringRef Name);
  void addEdge(uint32_t From, uint32_t To) {
    if (From != To)
      Graph.Targets[From].push_back(To);
  }
  /// Takes bytes from an item for a new one, at most what it has.
  uint32_t divide(uint32_t From, uint64_t Bytes, std::string Name);

  /// The bytes of a contribution; empty where it has none.
  llvm::ArrayRef<uint8_t> contentOf(const Contribution &C) const;
  void divideMerged();
  void divideMerged(uint32_t Item, const Contribution &From, const ObjectSection &Kind);
  void divideUnwindTables();
  void divideFrames(const LinkedObject &Object, uint32_t Section);
  struct DynamicRelocation {
    uint64_t Place;         ///< the address that it fills
    uint64_t Own;           ///< its own address
    uint64_t Size;          ///< its own
    llvm::StringRef Import; ///< the name of a shared library's symbol; empty for others
    uint64_t SymbolIndex;
  };
  std::vector<DynamicRelocation> dynamicRelocations() const;
  void divideImports();
  void divideDynamicRelocations();
  void divideTable();
  uint32_t kernelItem(const KernelRecord &Record);
  void addKernels();
  void addSelfRegistered(const KernelRecord &Record);
  void addReferences();
  void addReferences(const LinkedObject &Object, uint32_t Section, llvm::StringRef Group);
  void findCopies();
  bool goesWithMember(const LinkedObject &Object, llvm::StringRef Group,
                      const ObjectSymbol &Symbol) const;
  ItemList loadedFor(const LinkedObject &Object) const;
  void addGroups(const LinkedObject &Object);
  void addRoots();
  void addUnreached();
  llvm::BitVector reached() const;
  void nameItems();

  /// The items of a section of an object, which is live; several where sections share its name.
  ItemList itemsOf(const LinkedObject &Object, uint32_t Section) const;
  /// What a relocation refers to.
  ItemList targetsOf(const LinkedObject &Object, uint32_t Section, const ObjectRelocation &R);
  const ItemList &targetsOf(llvm::StringRef Symbol);
  std::optional<uint32_t> itemAt(uint64_t Address) const;
  uint32_t partAt(uint32_t Item, uint64_t Address) const;
  ItemList findMerged(const ObjectSection &Section, uint64_t Offset) const;
  /// The first item of an output section that still has bytes, for what the linker made of all
  /// objects; none where there is no such section.
  std::optional<uint32_t> remainder(llvm::StringRef Output);

  const ImageOrigin &Origin;
  const LinkedProgram &Program;
  const PrunePlan &Plan;
  const SelfRegisteringProgram *const SelfRegistering;
  const Memories &Device;
  const ElfImage &Image;
  ChosenDefinitions Definitions;
  ImageGraph Graph;

  llvm::DenseMap<const Contribution *, uint32_t> OfContribution;
  struct Range {
    uint64_t Start, End;
    uint32_t Item;
  };
  std::vector<Range> ByAddress; ///< by Start; of whole contributions
  llvm::DenseMap<uint32_t, std::vector<Part>> Parts;
  std::map<MergeKind, MergedPieces> Merged;
  llvm::StringMap<ItemList> OfSymbol;
  /// Loaded objects, in their order, by the COMDAT groups that they have, and by the names of
  /// sections that are theirs alone and in the image.
  llvm::DenseMap<llvm::CachedHashStringRef, llvm::SmallVector<const LinkedObject *, 1>> WithGroup,
      WithSection;
  /// Global names that loaded objects define, and whether each is a label at its section's end. At
  /// that address is another section.
  llvm::StringMap<bool> Defined;
  llvm::StringMap<uint32_t> Operators;
  llvm::DenseMap<const KernelRecord *, uint32_t> OfKernel;
  std::map<SectionRef, uint32_t> Registering; ///< sections whose references to kernels do not count
  llvm::DenseSet<uint32_t> KernelCode;        ///< items of functions that are registered
  llvm::DenseSet<uint32_t> NoRoots;           ///< items that kernels keep, whatever a script says
  llvm::StringMap<uint32_t> Imports;          ///< by name: what the linker made for it
  llvm::StringMap<uint32_t> Remainders;       ///< by output section
};

} // namespace etprune
