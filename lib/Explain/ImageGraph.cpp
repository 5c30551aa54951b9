// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/ImageGraph.h"

#include "Support/Mark.h"

#include "llvm/ADT/BitVector.h"

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

/// Uses the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"). An
/// entry node leads to all roots.
Dominators::Dominators(const ImageGraph &Graph) : Graph(Graph) {
  const uint32_t Size = Graph.Items.size(), Entry = Size;
  std::vector<uint32_t> Postorder, Number(Size); // Number: the position in Postorder
  std::vector<std::pair<uint32_t, size_t>> Path; // items with the number of visited targets
  BitVector Visited(Size);
  auto Visit = [&](uint32_t Item) {
    if (!Visited.test(Item))
      Path.push_back({Item, 0});
    Visited.set(Item);
  };
  for (uint32_t Root : rootsOf(Graph)) {
    Visit(Root);
    while (!Path.empty()) {
      const uint32_t Item = Path.back().first;
      if (const size_t Next = Path.back().second++; Next < Graph.Targets[Item].size()) {
        Visit(Graph.Targets[Item][Next]);
        continue;
      }
      Number[Item] = Postorder.size();
      Postorder.push_back(Item);
      Path.pop_back();
    }
  }
  std::vector<uint32_t> Above(Size + 1, None); // indexed by Number; the entry node is the last
  Above[Entry] = Entry;
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (uint32_t I = Size; I-- != 0;) {
      uint32_t Common = Graph.Items[Postorder[I]].Root ? Entry : None;
      for (uint32_t Source : Graph.Sources[Postorder[I]]) {
        uint32_t Other = Number[Source];
        if (Above[Other] == None)
          continue;
        if (Common == None)
          Common = Other;
        while (Common != Other) {
          if (Common > Other)
            std::swap(Common, Other);
          Common = Above[Common];
        }
      }
      IsChanged |= std::exchange(Above[I], Common) != Common;
    }
  }
  for (uint32_t I = 0; I < Size; ++I)
    Parents.push_back(Above[Number[I]] == Entry ? None : Postorder[Above[Number[I]]]);
  addOrder();
}

void Dominators::addOrder() {
  std::vector<std::vector<uint32_t>> Children(Parents.size());
  std::vector<uint32_t> Work;
  for (uint32_t I = Parents.size(); I-- != 0;)
    (Parents[I] == None ? Work : Children[Parents[I]]).push_back(I);
  while (!Work.empty()) {
    const uint32_t Item = Work.back();
    Work.pop_back();
    Order.push_back(Item);
    llvm::append_range(Work, Children[Item]);
  }
  Retained.resize(Parents.size());
  for (uint32_t Item : llvm::reverse(Order)) {
    Retained[Item] += Graph.memoryOf(Item);
    if (Parents[Item] != None)
      Retained[Parents[Item]] += Retained[Item];
  }
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
  // An item in Going stays if it is a root, or if an item that stays reaches it.
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
