// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's SemiNCA algorithm makes the dominator tree. The algorithm needs nodes with addresses, not
// indices, and one entry node. So each item gets a Node, and an entry Node leads to all roots.

#include "Explain/ImageGraph.h"

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

// NOLINTBEGIN(readability-identifier-naming): LLVM's names
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
// NOLINTEND(readability-identifier-naming)

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

  for (uint32_t I = 0; I < Size; ++I) {
    const size_t Above = Tree.getNode(&All.Nodes[I + 1])->getIDom()->getBlock() - All.Nodes.data();
    Parents.push_back(Above == 0 ? None : Above - 1);
  }
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

} // namespace etprune
