// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The modes of et-prune. Each mode is a function in a file of its name, except that Prune.cpp also
// has the dry run. A mode prints its result.

#pragma once

#include "PruneSteps.h"

namespace etprune {

/// Replaces the image, or writes another image with --output.
llvm::Error prune(const Options &Opts, Pruning &State);

/// Does the same as prune(), but writes only the reports.
llvm::Error dryRun(const Options &Opts, Pruning &State);

/// Lists the kernels that the image registers.
llvm::Error list(const Options &Opts);

/// Checks if the image can run the selection. Returns the exit status, which is the answer.
llvm::Expected<int> check(const Options &Opts);

/// Explains why each byte is in the image, and answers --why and --what-if.
llvm::Error explain(const Options &Opts, Pruning &State);

/// Compares two JSON reports.
llvm::Error diff(const Options &Opts);

/// Puts many JSON reports into one table.
llvm::Error table(const Options &Opts);

/// Prints the options of a compiler for a link with this selection.
llvm::Error printLinkFlags(const Options &Opts);

} // namespace etprune
