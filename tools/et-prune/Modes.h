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

llvm::Error list(const Options &Opts);

/// Checks if the image can run the selection. Returns the exit status, which is the answer.
llvm::Expected<int> check(const Options &Opts);

llvm::Error explain(const Options &Opts, Pruning &State);

llvm::Error diff(const Options &Opts);

llvm::Error table(const Options &Opts);

llvm::Error printLinkFlags(const Options &Opts);

} // namespace etprune
