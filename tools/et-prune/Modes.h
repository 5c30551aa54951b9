// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The modes of et-prune. Each mode is a function in a file of its name, except that Prune.cpp also
// has the dry run. A mode prints its result and returns the exit status.

#pragma once

#include "PruneSteps.h"

namespace etprune {

/// Replaces the image, or writes another image with --output.
llvm::Expected<int> prune(const Options &Opts, Pruning &State);

/// Does the same without writing the image, its bundle and its side outputs.
llvm::Expected<int> dryRun(const Options &Opts, Pruning &State);

/// Lists the kernels that the image registers.
llvm::Expected<int> list(const Options &Opts);

/// Checks if the image can run the selection. The answer is printed and is also the exit status.
llvm::Expected<int> check(const Options &Opts);

/// Accounts for the image's bytes, and answers --why and --what-if.
llvm::Expected<int> explain(const Options &Opts, Pruning &State);

/// Compares two JSON reports.
llvm::Expected<int> diff(const Options &Opts);

/// Puts many JSON reports into one table.
llvm::Expected<int> table(const Options &Opts);

/// Prints the options of a compiler for a link with this selection.
llvm::Expected<int> printLinkFlags(const Options &Opts);

} // namespace etprune
