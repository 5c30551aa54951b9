// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that select operators (Selectors.td), and what they select together.

#pragma once

#include "Selection/Selection.h"

namespace llvm::opt {
class ArgList;
}

namespace etprune {

/// An option with its value, as it was given.
struct Selector {
  enum class Kind { File, Model, OpList, Schema, Dictionary, AllOps, Drop };
  Kind What;
  std::string Option, Value;

  /// "--ops selected.yaml", for reports.
  std::string text() const { return Value.empty() ? Option : Option + " " + Value; }
};

/// The options of Selectors.td on a command line.
std::vector<Selector> selectorsOf(const llvm::opt::ArgList &Args);

/// Whether something is selected at all; --drop alone only takes away.
bool selectsSomething(llvm::ArrayRef<Selector> Selectors);
/// The same as an error with what to do.
llvm::Error checkSomethingSelected(llvm::ArrayRef<Selector> Selectors);

/// Their union, whatever their order, with what is dropped still to be taken off. What is wrong
/// with any of them is one error each.
llvm::Expected<Selection> readSelectors(llvm::ArrayRef<Selector> Selectors);

} // namespace etprune
