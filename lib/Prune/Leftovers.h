// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that stays in an image although its kernel is not registered any more.

#pragma once

#include "Prune/LinkedProgram.h"
#include "Registry/Resolver.h"

#include <memory>
#include <string>
#include <vector>

namespace etprune {

/// Code of a kernel that is not registered any more but stays: something else calls it, or a linker
/// script or an option keeps it.
struct LeftoverCode {
  const KernelRecord *Record;
  /// Objects, as the linker names them; of one that the link made, the section. None where it is
  /// kept.
  std::vector<std::string> Referrers;
};

/// What stayed although it was dropped, which is legal, but for code that the link made for
/// nothing.
std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const PrunePlan &Plan,
                                        llvm::ArrayRef<std::unique_ptr<InputObject>> LtoObjects,
                                        const Complaint &Complain);

} // namespace etprune
