// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that was linked without --gc-sections can lose kernels only with that option. The
// option removes more: vectors and constructors that no KEEP() of the linker script protects.
// et-prune therefore refuses such a link and lists these sections. It finds them with a trial link
// that has all kernels and the option.

#pragma once

#include "Link/Relink/Relink.h"
#include "Registry/Resolver.h"

namespace etprune {

/// The error for a link without --gc-sections. With Verbose, it names all sections.
llvm::Error refuseToCollect(const CapturedLink &Link, const PrunePlan &Plan,
                            llvm::ArrayRef<const InputObject *> Objects, const TargetInfo &Target,
                            bool Verbose);

} // namespace etprune
