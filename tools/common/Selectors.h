// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that select operators (Selectors.td, et-ld/Options.td), and the union of their
// selections.
//
// `--ops-dict` is text where it starts with a brace, else a file: gen_oplist.py's `--ops_dict` is
// text, but a shell is no place for a long one.

#pragma once

#include "Selection/Forms.h"
#include "Support/InputFile.h"

namespace llvm::opt {
class ArgList;
}

namespace etprune {

/// An option with its value, as it was given.
struct Selector {
  enum class Kind { Select, AllOps, Drop };
  Kind What;
  const SelectionForm *Form; ///< of the value; null where a file of any form is named
  std::string Option, Value;

  /// "--ops selected.yaml", for reports.
  std::string text() const { return Value.empty() ? Option : Option + " " + Value; }
};

/// The options that select operators on a command line.
std::vector<Selector> selectorsOf(const llvm::opt::ArgList &Args);

/// Whether any option selects operators; --drop alone does not.
bool selectsSomething(llvm::ArrayRef<Selector> Selectors);
/// An error with advice unless selectsSomething().
llvm::Error checkSomethingSelected(llvm::ArrayRef<Selector> Selectors);

/// The files that they name, for checkReplacesNone().
std::vector<ReadFile> filesOf(llvm::ArrayRef<Selector> Selectors);

/// Their union, from which the dropped operators are not removed yet. Errors of all are reported.
llvm::Expected<Selection> readSelectors(llvm::ArrayRef<Selector> Selectors);

} // namespace etprune
