// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sections a linker keeps though nothing in the objects refers to them.

#pragma once

#include "Prune/LinkedProgram.h"

#include "llvm/Support/GlobPattern.h"

namespace etprune {

class RootRules {
public:
  explicit RootRules(const LinkInputs &Inputs);

  /// Why a section of the image is kept, in words; null where a reference must keep it.
  const char *whyKept(const ObjectSection &Section) const;

private:
  std::vector<llvm::GlobPattern> Kept;
};

/// NAME, where a symbol is the linker's __start_NAME or __stop_NAME; else empty.
llvm::StringRef sectionOfBorder(llvm::StringRef Symbol);

} // namespace etprune
