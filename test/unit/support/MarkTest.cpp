// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Mark.h"

#include "gtest/gtest.h"

using Edges = std::vector<std::vector<int>>;

template <class Roots> static std::vector<int> marked(const Edges &Graph, Roots From) {
  const auto Marked = etprune::mark(std::move(From), [&](int Node, auto Mark) {
    for (int Next : Graph[Node])
      Mark(Next);
  });
  return {Marked.begin(), Marked.end()};
}

TEST(Mark, MarksEachReachedNodeOnceTheNearestFirst) {
  // 0 and 3 are roots. 1 and 2 form a cycle. 3 leads to 4. Nothing leads to 5.
  const Edges Graph = {{1}, {2}, {1, 2}, {4, 0}, {}, {0}};
  const std::vector<int> Expected = {0, 3, 1, 4, 2};
  const std::vector<int> Roots = {0, 3, 0};
  EXPECT_EQ(marked(Graph, llvm::SetVector<int>(Roots.begin(), Roots.end())), Expected);
  EXPECT_EQ(marked(Graph, etprune::OrderedSetVector<int>(Roots.begin(), Roots.end())), Expected);
  EXPECT_EQ(marked(Graph, llvm::SetVector<int>()), std::vector<int>());
}

TEST(Mark, TellsWhichNodesAreNew) {
  std::vector<std::pair<int, int>> Tree; // a node, and the node that marked it
  llvm::SetVector<int> Root;
  Root.insert(0);
  etprune::mark(Root, [&](int Node, auto Mark) {
    for (int Next : {(Node + 1) % 4, (Node + 2) % 4})
      if (Mark(Next))
        Tree.push_back({Next, Node});
  });
  EXPECT_EQ(Tree, (std::vector<std::pair<int, int>>{{1, 0}, {2, 0}, {3, 1}}));
}
