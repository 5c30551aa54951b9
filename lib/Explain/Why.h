// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains why an image has a symbol, section, operator or file, with the shortest chain of
// references from a root. For an input section that the image lacks, lists the dropped kernels that
// need the section. If there are no such kernels, no live section refers to the section.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

struct WhyThere {
  std::vector<uint32_t> Items; ///< the items that have the name; for a file, all of its items
  std::vector<uint32_t> Chain; ///< from a root to one of the items
  /// The symbol that the user asked for, if the item at the end of `Chain` has another name.
  std::string Symbol;
  size_t NumOthers = 0;      ///< items outside `Chain` that refer to the last item of `Chain`
  MemoryBytes Own, Retained; ///< of `Items`
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
/// If nothing has this name, a second search ignores overloads and outer scopes. If that search
/// finds nothing, too, the error suggests a name.
llvm::Expected<WhyAnswer> why(const Explanation &Image, const LinkedProgram &Program,
                              llvm::StringRef Name);

} // namespace etprune
