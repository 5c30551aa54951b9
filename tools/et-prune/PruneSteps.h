// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What pruning and a dry run do alike: read the image and its link, link again, report.

#pragma once

#include "InputImage.h"
#include "Options.h"

namespace etprune {

/// A pruning with what each step adds to it.
struct Pruning : PruneState {
  InputImage Input;
  ImageBefore Before;
  std::vector<std::string> Warnings; ///< for the report; they are printed already
};

/// Reads what is selected, the image and its link; the problems of all are reported together. With
/// `Lock`, no other process writes image or bundle while they are read, and with that of a writer
/// until the process ends.
llvm::Error readInput(const Options &Opts, std::optional<ImageLock::Mode> Lock, Pruning &State);

/// Plans, makes sure that the image is what its link made, links again with the planned kernels,
/// and checks the result and the budgets.
llvm::Error linkAgain(const Options &Opts, Pruning &State);

/// The report of the new image; an empty one where the options want none.
llvm::Expected<PruneReport> report(const Options &Opts, const Pruning &State);

/// Prints what the linker said and the report. With --report-json=- stdout has nothing but JSON.
llvm::Error print(const Options &Opts, const PrunedLink &Pruned, const PruneReport &Report);

} // namespace etprune
