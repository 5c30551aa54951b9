// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/ImageGraph.h"

#include "gtest/gtest.h"

using namespace etprune;

/// Four items: main needs the kernels a and b, and both kernels need the same function.
static ImageGraph shared() {
  enum : uint32_t { Main, A, B, Function };
  ImageGraph Graph;
  Graph.Items.resize(4);
  Graph.Items[Main].Root = "the program begins there";
  Graph.Targets = {{A, B}, {Function}, {Function}, {}};
  Graph.Sources = {{}, {Main}, {Main}, {A, B}};
  return Graph;
}

static std::vector<uint32_t> retained(const ImageGraph &Graph, std::vector<uint32_t> Gone) {
  const ItemSet Items = retainedBy(Graph, Gone);
  return {Items.begin(), Items.end()};
}

TEST(RetainedBy, SharedItemsGoWithTheirLastUserAndRootsStay) {
  EXPECT_EQ(retained(shared(), {1}), (std::vector<uint32_t>{1}));
  EXPECT_EQ(retained(shared(), {1, 2}), (std::vector<uint32_t>{1, 2, 3}));
  ImageGraph Graph = shared();
  Graph.Items[3].Root = "KEEP";
  EXPECT_EQ(retained(Graph, {1, 2}), (std::vector<uint32_t>{1, 2}));
}

TEST(Dominators, OnlyTheRootKeepsACycleThatTwoPathsEnter) {
  enum : uint32_t { Main, A, B, CalledByA, CalledByB };
  ImageGraph Graph;
  Graph.Items.resize(5);
  Graph.Items[Main].Root = "the program begins there";
  Graph.Targets = {{A, B}, {CalledByA}, {CalledByB}, {CalledByB}, {CalledByA}};
  Graph.Sources = {{}, {Main}, {Main}, {A, CalledByB}, {B, CalledByA}};
  const Dominators Tree(Graph);
  EXPECT_EQ(Tree.parent(Main), Dominators::None);
  for (uint32_t Item : {A, B, CalledByA, CalledByB})
    EXPECT_EQ(Tree.parent(Item), Main);
  EXPECT_EQ(Tree.preorder().vec(), (std::vector<uint32_t>{Main, A, B, CalledByA, CalledByB}));
}
