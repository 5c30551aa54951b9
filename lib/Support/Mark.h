// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reachability, as in a linker's --gc-sections.

#pragma once

#include "llvm/ADT/SetVector.h"

#include <set>

namespace etprune {

/// Returns the roots `Marked` and every node that the roots reach, in breadth-first order. Calls
/// `Visit(Node, Mark)` once for each node. `Visit` must call `Mark(Next)` for each successor of the
/// node. Mark() returns true if the successor is new.
template <class Node, class VisitNode, class Vector = llvm::SmallVector<Node, 0>,
          class Set = llvm::DenseSet<Node>>
llvm::SetVector<Node, Vector, Set> mark(llvm::SetVector<Node, Vector, Set> Marked,
                                        VisitNode Visit) {
  for (size_t I = 0; I != Marked.size(); ++I)
    Visit(Node(Marked[I]), [&](Node Next) { return Marked.insert(Next); });
  return Marked;
}

/// Roots for mark(), for a node type that has an order but no hash.
template <class Node>
using OrderedSetVector = llvm::SetVector<Node, llvm::SmallVector<Node, 0>, std::set<Node>>;

} // namespace etprune
