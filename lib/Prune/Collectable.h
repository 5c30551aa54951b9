// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that was linked without --gc-sections can only lose kernels with that option, which
// takes more: vectors and constructors that no KEEP() of the linker script protects. Such a link is
// refused with a list of them, which a trial link gives: all kernels in place, the option added.

#pragma once

#include "Link/Relink/Relink.h"
#include "Registry/Resolver.h"

namespace etprune {

/// The error for a link without --gc-sections. A Verbose one names all sections.
llvm::Error refuseToCollect(const CapturedLink &Link, const PrunePlan &Plan,
                            llvm::ArrayRef<const InputObject *> Objects, const TargetInfo &Target,
                            bool Verbose);

} // namespace etprune
