// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a recorded link with its paths led into the stage.

#pragma once

#include "Link/RelinkPaths.h"

namespace etprune {

struct RelinkOptions {
  bool HasTableObject = false; ///< else a linker script collects the records
  /// No kernel is registered: tells a script's check for an empty table that this is meant.
  bool NoKernels = false;
  bool AddGcSections = false;
  /// Lists the sections that --gc-sections removes in RelinkResult::Stderr or Stdout.
  bool PrintGcSections = false;
};

std::vector<std::string> relinkArguments(const RelinkPaths &Paths, const RelinkOptions &Options);

} // namespace etprune
