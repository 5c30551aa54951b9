// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits that a build sets itself: "FLASH=64K" fails it when the pruned image takes more of the
// region than that, however large the chip's is. The regions are those of the linker script; where
// there is none, as on hosts, the kinds of segments that the report shows stand in: text, data,
// bss. "kernels=100" limits their number instead, unless a region has this name.
//
// Over budget is status 3, so that a script can tell it from a mistake.

#pragma once

#include "Prune/PruneLink.h"

namespace etprune {

struct Budget {
  std::string Region;
  uint64_t Bytes = 0;
};

/// Reads "FLASH=64K": bytes, decimal or hexadecimal, or K, KiB, M, MiB of them.
llvm::Expected<std::vector<Budget>> parseBudgets(llvm::ArrayRef<std::string> Texts);

/// The exit status of a tool whose image takes more than it may.
constexpr int OverBudget = 3;

struct BudgetUse : Budget {
  uint64_t Used = 0;
};

/// An image's use of each budget. A region that the link does not have is an error.
llvm::Expected<std::vector<BudgetUse>>
useOfBudgets(llvm::ArrayRef<Budget> Budgets, const PrunePlan &Plan, const ImageOrigin &Origin);

/// A StatusError with OverBudget names every region that is too full and the largest operators.
llvm::Error checkBudgets(llvm::ArrayRef<BudgetUse> Uses, const CapturedLink &Link,
                         const PrunePlan &Plan, const ImageOrigin &Origin);
/// Both.
llvm::Error checkBudgets(llvm::ArrayRef<Budget> Budgets, const CapturedLink &Link,
                         const PrunePlan &Plan, const PrunedLink &Pruned);

} // namespace etprune
