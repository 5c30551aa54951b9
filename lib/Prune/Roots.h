// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the sections that a linker keeps without a reference from the objects.

#pragma once

#include "Prune/LinkedProgram.h"

#include "llvm/Support/GlobPattern.h"

namespace etprune {

class RootRules {
public:
  explicit RootRules(const LinkInputs &Inputs);

  /// Why the linker keeps a section of the image, in words; null if only a reference can keep it.
  const char *whyKept(const ObjectSection &Section) const;

private:
  std::vector<llvm::GlobPattern> Kept;
};

/// NAME, if a symbol is the linker's __start_NAME or __stop_NAME; else empty.
llvm::StringRef sectionOfBorder(llvm::StringRef Symbol);

} // namespace etprune
