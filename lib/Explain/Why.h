// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains why an image has a symbol, section, operator or file: by the shortest chain of
// references from a root. For a section of the inputs that the image lacks, lists the dropped
// kernels that need the section. If there are no such kernels, nothing needs the section.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

struct WhyThere {
  std::vector<uint32_t> Items; ///< the items of the name; for a file, all of its items in the image
  std::vector<uint32_t> Chain; ///< from a root to one of the items
  /// The symbol that the user asked for, if the item at the end of `Chain` has another name.
  std::string Symbol;
  size_t NumOthers = 0; ///< other items that refer to the end of the chain
  MemoryBytes Own, Retained;
};

struct WhyGone {
  std::string Kernel; ///< the kernel, if the name is the name of a dropped kernel; otherwise empty
  /// The section that the image lacks, and its object; else empty.
  std::string Section, Object;
  std::vector<std::string> DroppedKernels; ///< dropped kernels that need the section, sorted
};

struct WhyAnswer {
  std::string Name;
  std::vector<WhyThere> There;
  std::vector<WhyGone> Gone;
};

/// `Name`: a symbol (mangled or not), a section, an operator, a kernel, or a file: libm.a(pow.o).
/// A second search ignores overloads and outer scopes. If it fails, the error suggests a name.
llvm::Expected<WhyAnswer> why(const Explanation &Image, const LinkedProgram &Program,
                              llvm::StringRef Name);

} // namespace etprune
