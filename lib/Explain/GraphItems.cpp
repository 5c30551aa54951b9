// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/GraphPasses.h"

#include "Image/Sizes.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

void ItemIndex::add(const Contribution &C, uint32_t Item) {
  OfContribution[&C] = Item;
  if (!C.Fill)
    ByAddress[C.Address] = {C.Address + C.Size, Item};
}

std::optional<uint32_t> ItemIndex::of(const Contribution *C) const {
  auto It = OfContribution.find(C);
  return It == OfContribution.end() ? std::nullopt : std::optional(It->second);
}

ItemList ItemIndex::of(const InputObject &Captured, uint32_t Section) const {
  ItemList Items;
  for (const SectionLocation &L : Program.Live.locations(Captured, Section))
    if (const auto Item = of(L.Input))
      Items.push_back(*Item);
  return Items;
}

std::optional<uint32_t> ItemIndex::at(uint64_t Address) const {
  auto It = ByAddress.upper_bound(Address);
  if (It == ByAddress.begin() || Address >= std::prev(It)->second.End)
    return std::nullopt;
  return std::prev(It)->second.Item;
}

uint32_t ItemIndex::partAt(uint32_t Item, uint64_t Address) const {
  auto Found = Parts.find(Item);
  if (Found == Parts.end())
    return Item;
  auto Whole = llvm::find_if(ByAddress, [&](const auto &R) { return R.second.Item == Item; });
  auto It = llvm::upper_bound(Found->second, Address - Whole->first,
                              [](uint64_t O, const Part &P) { return O < P.Offset; });
  return It == Found->second.begin() ? Item : std::prev(It)->Item;
}

/// Returns the index of a memory in ImageGraph::Memories. Outside of all regions, its name is the
/// memory's kind: "flash" or "RAM", or "other flash" or "other RAM" if the device has regions.
static uint32_t memoryIndex(const Occupancy &Taken, const Memories &Device, ImageGraph &Graph) {
  if (Taken.Region >= 0)
    return static_cast<uint32_t>(Taken.Region);
  const StringRef Name = Taken.Kind == MemoryKind::Ram ? "RAM" : "flash";
  const std::string Full = (Device.regions().empty() ? "" : "other ") + Name.str();
  for (size_t I = Device.regions().size(); I < Graph.Memories.size(); ++I)
    if (Graph.Memories[I].Name == Full)
      return I;
  Graph.Memories.push_back({Full, Taken.Kind, std::nullopt});
  return Graph.Memories.size() - 1;
}

/// True if the fill seems to align the next contribution: the fill is smaller than 4096 bytes, and
/// ends at a multiple of the next larger power of two. The linker script asks for all other fills.
static bool isAlignment(const Contribution &Fill) {
  return Fill.Size < 4096 && (Fill.Address + Fill.Size) % PowerOf2Ceil(Fill.Size + 1) == 0;
}

static const char *rootOf(const Contribution &C) {
  if (C.Fill)
    return isAlignment(C) ? "it aligns the next input section"
                          : "the linker script reserves it by moving the location counter";
  if (C.File.empty())
    return "the linker script writes it";
  return C.isLinkerMade() ? "the linker made it" : nullptr;
}

static void addOutput(const ImageSection &Section, const MapSection &InMap, const Memories &Device,
                      ImageGraph &Graph, ItemIndex &Items) {
  ImageOutput Output{Section.Name, Section.Size, {}};
  for (const Occupancy &Taken : Device.occupiedBy(Section))
    Output.Memories.push_back(memoryIndex(Taken, Device, Graph));
  Graph.Outputs.push_back(std::move(Output));
  uint32_t Last = ImageItem::NoOutput;
  for (const Contribution &C : InMap.Contributions) {
    if (C.Size == 0)
      continue;
    const bool IsPadding = C.Fill && isAlignment(C);
    if (IsPadding && Last != ImageItem::NoOutput) {
      Graph.Items[Last].Padding += C.Size;
      continue;
    }
    ImageItem Item;
    Item.Output = Graph.Outputs.size() - 1;
    Item.InputSection = C.Section;
    Item.File = C.File;
    Item.Member = C.Member;
    (IsPadding ? Item.Padding : Item.Bytes) = C.Size;
    Item.Root = rootOf(C);
    const uint32_t Index = Graph.addItem(std::move(Item));
    Items.add(C, Index);
    if (!C.Fill)
      Last = Index;
  }
}

Error addItems(const LinkedProgram &Program, const Memories &Device, ImageGraph &Graph,
               ItemIndex &Items) {
  for (size_t I = 0; I < Device.regions().size(); ++I)
    Graph.Memories.push_back(
        {Device.regions()[I].Name, Device.kind(I), Device.regions()[I].Length});
  Problems Found;
  for (const ImageSection &Section : Program.Image.sections()) {
    if (!occupiesMemory(Section))
      continue;
    auto InMap = llvm::find_if(Program.Map.Sections, [&](const MapSection &S) {
      return S.Name == Section.Name && S.Address == Section.Address;
    });
    if (InMap == Program.Map.Sections.end() || InMap->Size != Section.Size)
      Found.add("the link map has no section '" + Section.Name + "' of " + Twine(Section.Size) +
                " bytes");
    else if (InMap->unaccountedBytes() != 0)
      Found.add("section '" + Section.Name +
                "': the link map lists parts whose sizes do not add up to the section's size");
    else
      addOutput(Section, *InMap, Device, Graph, Items);
  }
  RETURN_IF_ERROR(Found.take());
  for (const MemoryGap &Gap : imageTotals(Program.Image.summary(), Device).Gaps) {
    ImageItem Item;
    Item.Output = Graph.Outputs.size();
    Item.Padding = Gap.Bytes;
    Item.Root = "it lies between two sections";
    const uint32_t Memory = memoryIndex({0, Gap.Kind, Gap.Region}, Device, Graph);
    Graph.Outputs.push_back({"(gaps)", Gap.Bytes, {Memory}});
    Graph.addItem(std::move(Item));
  }
  return Error::success();
}

/// The largest symbol of each section, or null. If sizes are equal, a global symbol wins.
static std::vector<const ObjectSymbol *> largestSymbols(const InputObject &Object) {
  std::vector<const ObjectSymbol *> Largest(Object.Sections.size());
  for (const ObjectSymbol &Symbol : Object.Symbols) {
    if (!Symbol.isInSection() || Symbol.Name.empty() || Symbol.Type == ELF::STT_SECTION ||
        Symbol.Type == ELF::STT_FILE || Symbol.Name.starts_with("$") ||
        Symbol.Name.starts_with(".L"))
      continue;
    const ObjectSymbol *&Named = Largest[Symbol.Section];
    if (!Named ||
        std::pair(Symbol.Size, !Symbol.isLocal()) > std::pair(Named->Size, !Named->isLocal()))
      Named = &Symbol;
  }
  return Largest;
}

void nameItems(const LinkedProgram &Program, const ItemIndex &Items, ImageGraph &Graph) {
  for (const LinkedObject &Object : Program.Objects)
    if (Program.isLoaded(Object))
      for (const auto &[I, Symbol] : llvm::enumerate(largestSymbols(*Object.Linked)))
        if (Symbol)
          for (uint32_t Item : Items.of(Object, I))
            if (Graph.Items[Item].Name.empty())
              Graph.Items[Item].Name = Symbol->Name;
  for (ImageItem &Item : Graph.Items)
    if (Item.Name.empty())
      Item.Name = !Item.InputSection.empty()           ? Item.InputSection.str()
                  : Item.Output != ImageItem::NoOutput ? Graph.Outputs[Item.Output].Name
                                                       : "?";
}

// divideMerged() and divideImports() run before the passes that add edges to their parts.
// nameItems() runs before divideUnwindTables() and divideDynamicRelocations(), because the names of
// their parts contain the names of items.
Expected<ImageGraph> readImageGraph(const LinkedProgram &Program, const Memories &Device) {
  ImageGraph Graph;
  ItemIndex Items(Program);
  RETURN_IF_ERROR(addItems(Program, Device, Graph, Items));
  Graph.Kernels = Graph.addGroup(ImageItem::Group, "kernels");
  Graph.Items[Graph.Kernels].Root = "the registration table";
  const MergedIndex Merged = divideMerged(Program, Items, Graph);
  nameItems(Program, Items, Graph);
  ReferenceTargets Targets(Program, Graph, Items, Merged,
                           divideImports(Program.Image, Items, Graph));
  const KernelParts Kernels = addKernels(Program, Targets, Merged, Items, Graph);
  divideUnwindTables(Program, Targets, Items, Graph);
  addReferences(Program, Kernels, Targets, Items, Graph);
  divideDynamicRelocations(Program.Image, Items, Graph);
  addRoots(Program, Kernels, Targets, Items, Graph);
  finishEdges(Graph);
  addUnreached(Graph);
  return Graph;
}

} // namespace etprune
