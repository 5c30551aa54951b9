// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits that a build sets itself: "FLASH=64K" fails the build if the pruned image takes more of
// the region, even if the chip has more. A budget names a region of the linker script. Without
// regions, as on hosts, it names a kind of segments in the report: text, data, bss. "kernels=100"
// limits the number of kernels, unless a region has this name.

#pragma once

#include "Prune/LinkedProgram.h"

namespace etprune {

struct Budget {
  std::string Region;
  uint64_t Bytes = 0;
};

/// Reads "FLASH=64K": bytes in decimal or hexadecimal, or with the unit K, KiB, M or MiB.
llvm::Expected<std::vector<Budget>> parseBudgets(llvm::ArrayRef<std::string> Texts);

/// The exit status of a tool whose image is over budget. Other errors have other statuses.
constexpr int OverBudget = 3;

struct BudgetUse : Budget {
  uint64_t Used = 0;
};

/// Fails for a region that the link does not have.
llvm::Expected<std::vector<BudgetUse>> useOfBudgets(llvm::ArrayRef<Budget> Budgets,
                                                    const LinkedProgram &Program);

/// Fails over budget with a StatusError (OverBudget) that names every such region and the largest
/// operators.
llvm::Error checkBudgets(llvm::ArrayRef<Budget> Budgets, const LinkedProgram &Program);

/// The bytes that the program needs without kernels, and the largest operators first, in lines that
/// begin with "\n>>> "; empty if the image cannot be explained.
std::string largestOperators(const LinkedProgram &Program);

/// largestOperators() for a program that does not fit: links the program without the limits of its
/// memories. Empty also if the link compiles intermediate code, because this takes long.
std::string describeOverflow(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
