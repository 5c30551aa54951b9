// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that was linked without --gc-sections can only lose kernels with that option, which
// takes more: vectors and constructors that no KEEP() of the linker script protects. Such a link is
// refused with a list of them, which a trial link gives: all kernels in place, the option added.

#pragma once

#include "Link/Relink.h"
#include "Registry/Resolver.h"

namespace etprune {

/// What the linker's messages say it removed, a line for each file: "startup.o: .isr_vector".
/// Sections that something outside of the program may need come first; of the ordinary ones, code
/// and data, only their files are counted unless All are asked for. Section groups, sections
/// that are empty or not loaded, and those of kernels are left out.
std::vector<std::string> removedByFile(llvm::StringRef Messages,
                                       llvm::ArrayRef<const InputObject *> Objects, bool All);

/// The error for a link without --gc-sections.
llvm::Error refuseToCollect(const CapturedLink &Link, const PrunePlan &Plan,
                            llvm::ArrayRef<const InputObject *> Objects, const TargetInfo &Target,
                            bool Verbose);

} // namespace etprune
