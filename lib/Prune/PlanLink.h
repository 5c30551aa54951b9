// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The resolver's plan for a link: what the link has besides its kernel records (a script that
// collects the table, a program that registers kernels itself) decides with.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/Resolver.h"

namespace etprune {

/// Plans which kernels of the link a selection keeps, and which backends. The plan points into the
/// link.
llvm::Expected<PrunePlan> planLink(const CapturedLink &Link, const Selection &Wanted,
                                   bool IgnoreDtypes, bool DropBackends);

/// The plan of the image with every kernel.
llvm::Expected<PrunePlan> planEverything(const CapturedLink &Link);

} // namespace etprune
