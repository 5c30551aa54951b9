// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that stays in an image although its kernel is not registered any more: another section of
// the image refers to it, or a linker script or an option keeps it. That is legal, but not in
// objects of LTO, which the link makes for this selection.

#pragma once

#include "Prune/LinkedProgram.h"
#include "Registry/Resolver.h"

#include <string>
#include <vector>

namespace etprune {

struct LeftoverCode {
  const KernelRecord *Record;
  /// The objects that refer to it, as the linker names them; of an object of LTO, with the section.
  /// None where a script or an option keeps it.
  std::vector<std::string> Referrers;
};

/// Code of an object of LTO that stays without a referrer is a complaint.
std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const Complaint &Complain);

} // namespace etprune
