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
  const SelectionForm *Form; ///< for the value; null if the option takes a file of any form
  std::string Option, Value;

  /// "--ops selected.yaml", for reports.
  std::string text() const { return Value.empty() ? Option : Option + " " + Value; }
};

std::vector<Selector> selectorsOf(const llvm::opt::ArgList &Args);

/// True if any option selects operators. --drop alone does not.
bool selectsSomething(llvm::ArrayRef<Selector> Selectors);
/// Returns an error with advice.
llvm::Error checkSomethingSelected(llvm::ArrayRef<Selector> Selectors);

/// The files that the options name, for checkReplacesNone().
std::vector<ReadFile> filesOf(llvm::ArrayRef<Selector> Selectors);

/// The union of the selections, still with the dropped operators. The errors of all selections are
/// reported.
llvm::Expected<Selection> readSelectors(llvm::ArrayRef<Selector> Selectors);

} // namespace etprune
