// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the account of an image (lib/Explain) as text and as JSON. docs/report-schema.md describes
// the JSON, and docs/reports.md explains the numbers.

#pragma once

#include "Explain/Budget.h"
#include "Explain/Why.h"
#include "Report/Report.h"

namespace etprune {

struct ExplanationReport : ReportedRun {
  const Explanation *Image = nullptr;
  std::vector<BudgetUse> Budgets;
  std::vector<WhyAnswer> Why;
};

struct ExplanationStyle {
  bool Verbose = false; ///< print all rows and the full names
  bool Demangle = true;
};

void printExplanation(const ExplanationReport &Report, ExplanationStyle Style,
                      llvm::raw_ostream &OS);

void printWhy(const ExplanationReport &Report, ExplanationStyle Style, llvm::raw_ostream &OS);
llvm::json::Array whyJson(const ExplanationReport &Report);

llvm::json::Value imageJson(const Explanation &Image);
void printExplanationJson(const ExplanationReport &Report, llvm::raw_ostream &OS);

} // namespace etprune
