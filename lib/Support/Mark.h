// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reachability, as a linker's --gc-sections has it: the roots, and every node that a marked node
// leads to.

#pragma once

#include "llvm/ADT/SetVector.h"

namespace etprune {

/// Marks the roots and every node that can be reached from them. `Visit(Node, Mark)` is called once
/// for each marked node and calls `Mark(Next)` for each node that it leads to. The result is in the
/// order in which the nodes were marked.
template <class Node, class VisitNode>
llvm::SetVector<Node> mark(llvm::SetVector<Node> Marked, VisitNode Visit) {
  for (size_t I = 0; I != Marked.size(); ++I)
    Visit(Node(Marked[I]), [&](Node Next) { Marked.insert(Next); });
  return Marked;
}

} // namespace etprune
