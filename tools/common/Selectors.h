// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that select operators (Selectors.td, et-ld/Options.td), and the union of their
// selections.

#pragma once

#include "Selection/Forms.h"
#include "Support/InputFile.h"

namespace llvm::opt {
class ArgList;
}

namespace etprune {

/// An option with its value, as given.
struct Selector {
  enum class Kind { Select, AllOps, Drop };
  Kind What;
  const SelectionForm *Form; ///< the value's form; null if the option takes a file of any form
  std::string Option, Value;

  /// "--ops selected.yaml", for reports.
  std::string text() const { return Value.empty() ? Option : Option + " " + Value; }
};

std::vector<Selector> selectorsOf(const llvm::opt::ArgList &Args);

/// True if any option selects operators. --drop selects no operators.
bool selectsSomething(llvm::ArrayRef<Selector> Selectors);
llvm::Error checkSomethingSelected(llvm::ArrayRef<Selector> Selectors);

/// The files that the options name. checkReplacesNone() refuses outputs that would replace them.
std::vector<ReadFile> filesOf(llvm::ArrayRef<Selector> Selectors);

/// The union of the selections. Operators of --drop stay in the union, and Selection::Dropped lists
/// these operators. An error has the problems of all selections.
llvm::Expected<Selection> readSelectors(llvm::ArrayRef<Selector> Selectors);

} // namespace etprune
