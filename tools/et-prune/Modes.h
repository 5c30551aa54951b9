// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The modes of et-prune, a function each, in a file of its name (a dry run is beside the pruning).
// They print the result and give the exit status.

#pragma once

#include "PruneSteps.h"

namespace etprune {

/// Replaces the image, or writes another with --output.
llvm::Expected<int> prune(const Options &Opts, Pruning &State);

/// Does the same without writing the image, its bundle and its side outputs.
llvm::Expected<int> dryRun(const Options &Opts, Pruning &State);

/// Lists the kernels that the image registers.
llvm::Expected<int> list(const Options &Opts);

/// Says whether the image can run what is selected; the exit status does, too.
llvm::Expected<int> check(const Options &Opts);

/// Accounts for the image's bytes, says why something is in it, and what changes would save.
llvm::Expected<int> explain(const Options &Opts, Pruning &State);

/// Compares two JSON reports.
llvm::Expected<int> diff(const Options &Opts);

/// Puts many JSON reports into one table.
llvm::Expected<int> table(const Options &Opts);

/// Prints the options of a compiler for a link with this selection.
llvm::Expected<int> printLinkFlags(const Options &Opts);

} // namespace etprune
