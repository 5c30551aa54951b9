// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains why something is in an image: by the shortest chain of references from a root. A symbol
// or section that is in a file of the link but not in the image was dropped: because only dropped
// kernels need it, or because nothing needs it.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

struct WhyThere {
  std::vector<uint32_t> Items; ///< the items of the name; for a file, all of its items in the image
  std::vector<uint32_t> Chain; ///< from a root to one of the items
  std::string Symbol;          ///< the symbol that was asked for, if the item has another name
  size_t NumOthers = 0;        ///< items that refer to it, except its predecessor in the chain
  MemoryBytes Own, Retained;
};

struct WhyGone {
  std::string Kernel;                      ///< a dropped kernel; else empty
  std::string Section, Object;             ///< of a thing that is not a kernel
  std::vector<std::string> DroppedKernels; ///< dropped kernels that need it, sorted
};

struct WhyAnswer {
  std::string Name;
  std::vector<WhyThere> There;
  std::vector<WhyGone> Gone;
};

/// `Name` is a symbol, mangled or demangled, with or without parameters; an input section, an
/// operator, a kernel, or a file: "libm.a", "libm.a(pow.o)", "pow.o". An operator may lack its
/// overload, and a symbol its outer scopes. Otherwise the error suggests the nearest name.
llvm::Expected<WhyAnswer> why(const Explanation &Image, const LinkedProgram &Program,
                              llvm::StringRef Name);

} // namespace etprune
