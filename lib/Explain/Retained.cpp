// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's SemiNCA algorithm makes the dominator tree. It needs one entry node, and nodes that are
// C++ objects. So each item gets a node, and the entry node leads to all roots.

#include "Explain/Retained.h"

#include "Support/Mark.h"

#include "llvm/ADT/GraphTraits.h"
#include "llvm/Support/GenericDomTreeConstruction.h"

namespace etprune {
namespace {

struct Node {
  struct Function {
    std::vector<Node> Nodes; ///< the entry, then the items
  };
  Function *Parent = nullptr;
  std::vector<Node *> Targets, Sources;

  Function *getParent() const { return Parent; }
  void printAsOperand(llvm::raw_ostream &, bool) const {} // for LLVM's dumps
};

} // namespace
} // namespace etprune

namespace llvm {

template <> struct GraphTraits<etprune::Node *> {
  using NodeRef = etprune::Node *;
  using ChildIteratorType = std::vector<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Targets.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Targets.end(); }
};
template <> struct GraphTraits<Inverse<etprune::Node *>> {
  using NodeRef = etprune::Node *;
  using ChildIteratorType = std::vector<NodeRef>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> N) { return N.Graph; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Sources.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Sources.end(); }
};
template <> struct GraphTraits<etprune::Node::Function *> : GraphTraits<etprune::Node *> {
  static NodeRef getEntryNode(etprune::Node::Function *F) { return &F->Nodes.front(); }
  using nodes_iterator = pointer_iterator<std::vector<etprune::Node>::iterator>;
  static nodes_iterator nodes_begin(etprune::Node::Function *F) {
    return nodes_iterator(F->Nodes.begin());
  }
  static nodes_iterator nodes_end(etprune::Node::Function *F) {
    return nodes_iterator(F->Nodes.end());
  }
  static size_t size(etprune::Node::Function *F) { return F->Nodes.size(); }
};

} // namespace llvm

using namespace llvm;

namespace etprune {

Dominators::Dominators(const ImageGraph &Graph) : Graph(Graph) {
  const size_t Size = Graph.Items.size();
  Node::Function All;
  All.Nodes.resize(Size + 1);
  auto Connect = [](Node &From, Node &To) {
    From.Targets.push_back(&To);
    To.Sources.push_back(&From);
  };
  for (Node &N : All.Nodes)
    N.Parent = &All;
  for (uint32_t I = 0; I < Size; ++I) {
    if (Graph.Items[I].Root)
      Connect(All.Nodes[0], All.Nodes[I + 1]);
    for (uint32_t To : Graph.Targets[I])
      Connect(All.Nodes[I + 1], All.Nodes[To + 1]);
  }
  DominatorTreeBase<Node, false> Tree;
  Tree.recalculate(All);

  Parents.resize(Size, None);
  std::vector<std::vector<uint32_t>> Children(Size + 1);
  for (uint32_t I = 0; I < Size; ++I) {
    const DomTreeNodeBase<Node> *Above = Tree.getNode(&All.Nodes[I + 1])->getIDom();
    const size_t Index = Above->getBlock() - All.Nodes.data();
    Parents[I] = Index == 0 ? None : Index - 1;
    Children[Index].push_back(I);
  }
  std::vector<uint32_t> Work(Children[0].rbegin(), Children[0].rend());
  while (!Work.empty()) {
    const uint32_t Item = Work.back();
    Work.pop_back();
    Order.push_back(Item);
    Work.insert(Work.end(), Children[Item + 1].rbegin(), Children[Item + 1].rend());
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
  // A reached item stays if it is a root, or if an item that stays reaches it.
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
