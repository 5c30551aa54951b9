// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/ImageGraph.h"

#include "Support/Mark.h"

using namespace llvm;

namespace etprune {

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

uint32_t Dominators::above(uint32_t Item, ImageItem::Kind What) const {
  while (Item != None && Graph.Items[Item].What != What)
    Item = Parents[Item];
  return Item;
}

ItemSet rootsOf(const ImageGraph &Graph) {
  ItemSet Roots;
  for (uint32_t I = 0; I < Graph.Items.size(); ++I)
    if (Graph.Items[I].Root)
      Roots.insert(I);
  return Roots;
}

ItemSet reachedFrom(const ImageGraph &Graph, ItemSet Items) {
  return mark(std::move(Items), [&](uint32_t From, auto Mark) {
    for (uint32_t To : Graph.Targets[From])
      Mark(To);
  });
}

ItemSet retainedBy(const ImageGraph &Graph, ArrayRef<uint32_t> Gone) {
  // An item that Gone reaches stays if a path from a root to the item contains no item of Gone.
  const ItemSet IsGone(Gone.begin(), Gone.end());
  ItemSet Going = reachedFrom(Graph, IsGone), Staying;
  for (uint32_t Item : Going)
    if (!IsGone.contains(Item) &&
        (Graph.Items[Item].Root ||
         llvm::any_of(Graph.Sources[Item], [&](uint32_t From) { return !Going.contains(From); })))
      Staying.insert(Item);
  Staying = mark(std::move(Staying), [&](uint32_t From, auto Mark) {
    for (uint32_t To : Graph.Targets[From])
      if (!IsGone.contains(To))
        Mark(To);
  });
  Going.remove_if([&](uint32_t Item) { return Staying.contains(Item); });
  return Going;
}

MemoryBytes sum(const ImageGraph &Graph, const ItemSet &Items) {
  MemoryBytes Sum;
  for (uint32_t Item : Items)
    Sum += Graph.memoryOf(Item);
  return Sum;
}

} // namespace etprune
