// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A budget is a limit that the user sets for a build. With "FLASH=64K", the build fails if the
// pruned image takes more than 64 KiB of the region FLASH, even if the region is larger. The name
// is a region of the linker script. A link without regions, as on hosts, has "text", "data" and
// "bss". "kernels=100" limits the number of kernels, unless a region has this name.

#pragma once

#include "Prune/LinkedProgram.h"

namespace etprune {

struct Budget {
  std::string Region;
  uint64_t Bytes = 0; ///< the limit; for "kernels", a number of kernels
};

/// Reads "FLASH=64K": bytes in decimal or hexadecimal, or with the unit K, KiB, M or MiB.
llvm::Expected<std::vector<Budget>> parseBudgets(llvm::ArrayRef<std::string> Texts);

/// The exit status of a tool whose image is over budget. Other errors have other statuses.
constexpr int OverBudget = 3;

struct BudgetUse : Budget {
  uint64_t Used = 0; ///< in the unit of Bytes
};

/// Fails if a budget names a region that the link does not have.
llvm::Expected<std::vector<BudgetUse>> useOfBudgets(llvm::ArrayRef<Budget> Budgets,
                                                    const LinkedProgram &Program);

/// Fails with exit status OverBudget, and names each exceeded budget and the largest operators.
llvm::Error checkBudgets(llvm::ArrayRef<Budget> Budgets, const LinkedProgram &Program);

/// Returns the size of the program without kernels, and a list of the largest operators. Each line
/// begins with "\n>>> ". Empty if the image has no operators, or does not match the map.
std::string largestOperators(const LinkedProgram &Program);

/// largestOperators() of a link without memory limits. Empty if the link would compile code again.
std::string describeOverflow(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
