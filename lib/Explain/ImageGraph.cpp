// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the graph of an image is made: the passes in their order (GraphPasses.h).
//
// Items are divided before the passes that add the edges of their parts. Names come before kernels,
// because parts are named after items.

#include "Explain/ImageGraph.h"

#include "Explain/GraphPasses.h"
#include "Prune/PruneLink.h"

using namespace llvm;

namespace etprune {

Expected<ImageGraph> readImageGraph(const ImageOrigin &Origin, const PrunePlan &Plan,
                                    const SelfRegisteringProgram *SelfRegistering,
                                    const Memories &Device) {
  const LinkedProgram &Program = *Origin.Program;
  ImageGraph Graph;
  ItemIndex Items(Program);
  if (Error E = addItems(Program, Device, Graph, Items))
    return E;
  Graph.Kernels = Graph.addGroup(ImageItem::Group, "kernels");
  Graph.Items[Graph.Kernels].Root = "the registration table";
  const MergedIndex Merged = divideMerged(Program, Items, Graph);
  nameItems(Program, Items, Graph);
  ReferenceTargets Targets(Program, Graph, Items, Merged);
  const KernelParts Kernels =
      addKernels(Program, Plan, SelfRegistering, Targets, Merged, Items, Graph);
  divideUnwindTables(Program, Targets, Items, Graph);
  Targets.Imports = divideImports(Program.Image, Items, Graph);
  addReferences(Program, Kernels, Targets, Items, Graph);
  divideDynamicRelocations(Program.Image, Items, Graph);
  addRoots(Program, Kernels, Targets, Items, Graph);
  finishEdges(Graph);
  addUnreached(Graph);
  return Graph;
}

uint32_t ImageGraph::addItem(ImageItem Item) {
  Items.push_back(std::move(Item));
  Targets.emplace_back();
  return Items.size() - 1;
}

uint32_t ImageGraph::addGroup(ImageItem::Kind What, StringRef Name) {
  ImageItem Item;
  Item.What = What;
  Item.Name = Name;
  return addItem(std::move(Item));
}

uint32_t ImageGraph::divide(uint32_t From, uint64_t Bytes, const Twine &Name) {
  ImageItem Part = Items[From];
  Part.Bytes = std::min(Bytes, Part.Bytes);
  Part.Padding = 0;
  Part.Name = Name.str();
  Part.Root = nullptr;
  Part.IsPart = true;
  Items[From].Bytes -= Part.Bytes;
  return addItem(std::move(Part));
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
