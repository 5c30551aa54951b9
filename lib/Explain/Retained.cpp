// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/Retained.h"

#include "Support/Mark.h"

using namespace llvm;

namespace etprune {

/// Returns the items that can be reached from the entry, and the entry, in postorder: each after
/// the items that it leads to, except in a cycle. The entry leads to all roots.
static std::vector<uint32_t> postorder(const ImageGraph &Graph, uint32_t Entry) {
  const ItemSet Roots = rootsOf(Graph);
  std::vector<uint32_t> Order;
  std::vector<bool> IsSeen(Entry);
  std::vector<std::pair<uint32_t, ArrayRef<uint32_t>>> Path{{Entry, Roots.getArrayRef()}};
  while (!Path.empty()) {
    auto &[Item, Targets] = Path.back();
    if (Targets.empty()) {
      Order.push_back(Item);
      Path.pop_back();
      continue;
    }
    const uint32_t To = Targets.front();
    Targets = Targets.drop_front();
    if (!IsSeen[To])
      Path.push_back({To, Graph.Targets[To]});
    IsSeen[To] = true;
  }
  return Order;
}

// The algorithm is "A Simple, Fast Dominance Algorithm" of Cooper, Harvey and Kennedy. An item's
// parent is the nearest common ancestor of the items that lead to it. The parents are computed
// again, from the entry on, until none changes.
Dominators::Dominators(const ImageGraph &Graph) : Graph(Graph) {
  const uint32_t Size = Graph.Items.size(), Entry = Size;
  const std::vector<uint32_t> Post = postorder(Graph, Entry);
  std::vector<uint32_t> Number(Size + 1); // in Post: larger nearer to the entry
  for (const auto &[I, Item] : llvm::enumerate(Post))
    Number[Item] = I;
  Parents.resize(Size + 1, None);
  Parents[Entry] = Entry;
  auto CommonAncestor = [&](uint32_t A, uint32_t B) {
    while (A != B) {
      uint32_t &Farther = Number[A] < Number[B] ? A : B; // from the entry
      Farther = Parents[Farther];
    }
    return A;
  };
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    for (uint32_t Item : llvm::drop_begin(llvm::reverse(Post))) {
      uint32_t Parent = Graph.Items[Item].Root ? Entry : None;
      for (uint32_t From : Graph.Sources[Item])
        if (Parents[From] != None)
          Parent = Parent == None ? From : CommonAncestor(From, Parent);
      HasChanged |= Parent != Parents[Item];
      Parents[Item] = Parent;
    }
  }
  std::vector<std::vector<uint32_t>> Children(Size + 1);
  for (uint32_t I = 0; I < Size; ++I)
    Children[Parents[I]].push_back(I);
  std::replace(Parents.begin(), Parents.end(), Entry, None);
  std::vector<uint32_t> Work(Children[Entry].rbegin(), Children[Entry].rend());
  while (!Work.empty()) {
    const uint32_t Item = Work.back();
    Work.pop_back();
    Order.push_back(Item);
    Work.insert(Work.end(), Children[Item].rbegin(), Children[Item].rend());
  }
  Retained.resize(Size);
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
  // Of the reached items, those stay that a root or an item outside still reaches.
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
