// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why something is in an image, or why it is not.
//
// What is there is kept by a chain of references from a root; the shortest one is told, and how
// many other things refer to the same. What is not there, but in a file of the link, was dropped:
// with the kernels that alone would need it, or because nothing needs it at all.

#pragma once

#include "Explain/ImageAccount.h"

namespace etprune {

/// Something of the name that is in the image.
struct WhyThere {
  std::vector<uint32_t>
      Items; ///< what the name stands for: of a file, all that the image has of it
  std::vector<uint32_t> Chain; ///< from a root to one of them
  std::string Symbol;          ///< by which it was asked for, where it is called by another one
  size_t NumOthers = 0;        ///< items that refer to it besides the last one of the chain
  MemoryBytes Own, Retained;
};

/// Something of the name that the link has and the image has not.
struct WhyGone {
  std::string Kernel;                      ///< a dropped one; else empty
  std::string Section, Object;             ///< of another thing
  std::vector<std::string> DroppedKernels; ///< that need it, sorted
};

struct WhyAnswer {
  std::string Name;
  std::vector<WhyThere> There;
  std::vector<WhyGone> Gone;
};

/// `Name` is a symbol, as it is or demangled, with or without parameters; an input section, an
/// operator, a kernel, or a file: "libm.a", "libm.a(pow.o)", "pow.o". Where nothing is called so,
/// it is an operator without overload, or a symbol without outer scopes; else an error, with the
/// nearest name.
llvm::Expected<WhyAnswer> why(const Explanation &Image, const CapturedLink &Link,
                              const PrunePlan &Plan, llvm::StringRef Name);

} // namespace etprune
