// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/GraphBuilder.h"

#include "Image/Sizes.h"
#include "Link/Inputs/LinkInputs.h"
#include "Support/Problems.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

GraphBuilder::GraphBuilder(const ImageOrigin &Origin, const PrunePlan &Plan,
                           const SelfRegisteringProgram *SelfRegistering, const Memories &Device)
    : Origin(Origin), Program(*Origin.Program), Plan(Plan), SelfRegistering(SelfRegistering),
      Device(Device), Image(*Origin.Image), Definitions(*Origin.Program) {
  for (size_t I = 0; I < Device.regions().size(); ++I)
    Graph.Memories.push_back(
        {Device.regions()[I].Name, Device.kind(I), Device.regions()[I].Length});
  for (const LinkedObject &Object : Program.Objects)
    if (Program.isLoaded(Object))
      for (const ObjectSymbol &Symbol : Object.Linked->Symbols)
        if (!Symbol.isLocal() && !Symbol.isUndefined()) {
          const bool IsEnd = Symbol.isInSection() && Symbol.Value != 0 &&
                             Symbol.Value == Object.Linked->Sections[Symbol.Section].Size;
          Defined.try_emplace(withoutVersion(Symbol.Name), IsEnd).first->second &= IsEnd;
        }
}

uint32_t GraphBuilder::memoryIndex(const Occupancy &Taken) {
  if (Taken.Region >= 0)
    return static_cast<uint32_t>(Taken.Region);
  // On a host, and what lies outside of all regions.
  const StringRef Name = Taken.Kind == MemoryKind::Ram ? "RAM" : "flash";
  const std::string Full = (Device.regions().empty() ? "" : "other ") + Name.str();
  for (size_t I = Device.regions().size(); I < Graph.Memories.size(); ++I)
    if (Graph.Memories[I].Name == Full)
      return I;
  Graph.Memories.push_back({Full, Taken.Kind, std::nullopt});
  return Graph.Memories.size() - 1;
}

uint32_t GraphBuilder::addItem(ImageItem Item) {
  Graph.Items.push_back(std::move(Item));
  Graph.Targets.emplace_back();
  return Graph.Items.size() - 1;
}

uint32_t GraphBuilder::addGroup(ImageItem::Kind What, StringRef Name) {
  ImageItem Item;
  Item.What = What;
  Item.Name = Name;
  return addItem(std::move(Item));
}

uint32_t GraphBuilder::divide(uint32_t From, uint64_t Bytes, std::string Name) {
  ImageItem Part = Graph.Items[From];
  Part.Bytes = std::min(Bytes, Part.Bytes);
  Part.Padding = 0;
  Part.Name = std::move(Name);
  Part.Root = nullptr;
  Part.IsPart = true;
  Graph.Items[From].Bytes -= Part.Bytes;
  return addItem(std::move(Part));
}

/// Whether a fill is there because of the alignment of what follows, not because a script wants
/// room: what follows is aligned to more than its size.
static bool isAlignment(const Contribution &Fill) {
  return Fill.Size < 4096 && (Fill.Address + Fill.Size) % PowerOf2Ceil(Fill.Size + 1) == 0;
}

void GraphBuilder::addOutput(const ImageSection &Section, const MapSection &InMap) {
  const uint32_t Output = Graph.Outputs.size();
  ImageOutput &Added = Graph.Outputs.emplace_back();
  Added.Name = Section.Name;
  Added.Size = Section.Size;
  for (const Occupancy &Taken : Device.occupiedBy(Section))
    Added.Memories.push_back(memoryIndex(Taken));
  uint32_t Last = ImageItem::NoOutput;
  for (const Contribution &C : InMap.Contributions) {
    if (C.Size == 0)
      continue;
    if (C.Fill && Last != ImageItem::NoOutput && isAlignment(C)) {
      Graph.Items[Last].Padding += C.Size;
      continue;
    }
    ImageItem Item;
    Item.Output = Output;
    Item.InputSection = C.Section;
    Item.File = C.File;
    Item.Member = C.Member;
    (C.Fill && isAlignment(C) ? Item.Padding : Item.Bytes) = C.Size;
    if (C.Fill)
      Item.Root = isAlignment(C) ? "it aligns what follows" : "the linker script leaves it free";
    else if (C.File.empty())
      Item.Root = "the linker script writes it";
    else if (C.isLinkerMade())
      Item.Root = "the linker made it";
    const uint32_t Index = addItem(std::move(Item));
    OfContribution[&C] = Index;
    if (!C.Fill) {
      ByAddress.push_back({C.Address, C.Address + C.Size, Index});
      Last = Index;
    }
  }
}

Error GraphBuilder::addOutputs() {
  std::map<std::pair<StringRef, uint64_t>, const MapSection *> InMap;
  for (const MapSection &Section : Origin.Map.Sections)
    InMap.insert({{Section.Name, Section.Address}, &Section});
  Problems Found;
  for (const ImageSection &Section : Image.sections()) {
    if (!occupiesMemory(Section))
      continue;
    auto It = InMap.find({Section.Name, Section.Address});
    if (It == InMap.end() || It->second->Size != Section.Size)
      Found.add("the link map has no section '" + Section.Name + "' of " + Twine(Section.Size) +
                " bytes");
    else if (It->second->unaccountedBytes() != 0)
      Found.add("the parts of section '" + Section.Name + "' in the link map do not add up to it");
    else
      addOutput(Section, *It->second);
  }
  llvm::stable_sort(ByAddress, [](const Range &A, const Range &B) { return A.Start < B.Start; });
  return Found.take();
}

/// Bytes between output sections, which imageTotals() counts.
void GraphBuilder::addGaps() {
  for (const MemoryGap &Gap : imageTotals(Image.summary(), Device).Gaps) {
    ImageItem Item;
    Item.Output = Graph.Outputs.size();
    Item.Padding = Gap.Bytes;
    Item.Root = "it lies between two sections";
    Graph.Outputs.push_back({"(gaps)", Gap.Bytes, {memoryIndex({0, Gap.Kind, Gap.Region})}});
    addItem(std::move(Item));
  }
}

std::optional<uint32_t> GraphBuilder::itemAt(uint64_t Address) const {
  auto It =
      llvm::upper_bound(ByAddress, Address, [](uint64_t A, const Range &R) { return A < R.Start; });
  if (It == ByAddress.begin() || Address >= std::prev(It)->End)
    return std::nullopt;
  return std::prev(It)->Item;
}

uint32_t GraphBuilder::partAt(uint32_t Item, uint64_t Address) const {
  auto Found = Parts.find(Item);
  if (Found == Parts.end())
    return Item;
  auto Whole = llvm::find_if(ByAddress, [&](const Range &R) { return R.Item == Item; });
  auto It = llvm::upper_bound(Found->second, Address - Whole->Start,
                              [](uint64_t O, const Part &P) { return O < P.Offset; });
  return It == Found->second.begin() ? Item : std::prev(It)->Item;
}

GraphBuilder::ItemList GraphBuilder::itemsOf(const LinkedObject &Object, uint32_t Section) const {
  ItemList Items;
  for (const SectionLocation &L : Program.Live.locations(*Object.Captured, Section))
    if (auto It = OfContribution.find(L.Input); It != OfContribution.end())
      Items.push_back(It->second);
  return Items;
}

std::optional<uint32_t> GraphBuilder::remainder(StringRef Output) {
  auto [It, IsNew] = Remainders.try_emplace(Output, 0);
  for (uint32_t &I = It->second; I < Graph.Items.size(); ++I) {
    const ImageItem &Item = Graph.Items[I];
    if (Item.Bytes != 0 && Item.Output != ImageItem::NoOutput &&
        Graph.Outputs[Item.Output].Name == Output)
      return I;
  }
  return std::nullopt;
}

BitVector GraphBuilder::reached() const {
  BitVector Reached(Graph.Items.size());
  std::vector<uint32_t> Work;
  for (uint32_t I = 0; I < Graph.Items.size(); ++I)
    if (Graph.Items[I].Root) {
      Reached.set(I);
      Work.push_back(I);
    }
  while (!Work.empty()) {
    const uint32_t From = Work.back();
    Work.pop_back();
    for (uint32_t To : Graph.Targets[From])
      if (!Reached[To]) {
        Reached.set(To);
        Work.push_back(To);
      }
  }
  return Reached;
}

Expected<ImageGraph> GraphBuilder::build() {
  if (Error E = addOutputs())
    return E;
  addGaps();
  Graph.Kernels = addGroup(ImageItem::Group, "kernels");
  Graph.Items[Graph.Kernels].Root = "the registration table";
  divideMerged();
  nameItems();
  addKernels();
  divideUnwindTables();
  divideImports();
  addReferences();
  divideDynamicRelocations();
  for (auto &List : Graph.Targets) {
    llvm::sort(List);
    List.erase(std::unique(List.begin(), List.end()), List.end());
  }
  addRoots();
  Graph.Sources.resize(Graph.Items.size());
  for (uint32_t From = 0; From < Graph.Items.size(); ++From)
    for (uint32_t To : Graph.Targets[From])
      Graph.Sources[To].push_back(From);
  addUnreached();
  return std::move(Graph);
}

Expected<ImageGraph> readImageGraph(const ImageOrigin &Origin, const PrunePlan &Plan,
                                    const SelfRegisteringProgram *Program, const Memories &Device) {
  return GraphBuilder(Origin, Plan, Program, Device).build();
}

MemoryBytes ImageGraph::memoryOf(const ImageItem &Item, uint64_t Bytes) const {
  MemoryBytes Result;
  if (Item.Output != ImageItem::NoOutput)
    for (uint32_t Memory : Outputs[Item.Output].Memories)
      (Memories[Memory].Kind == MemoryKind::Ram ? Result.Ram : Result.Flash) += Bytes;
  return Result;
}

MemoryBytes ImageGraph::total() const {
  MemoryBytes Sum;
  for (uint32_t I = 0; I < Items.size(); ++I)
    Sum += memoryOf(I);
  return Sum;
}

} // namespace etprune
