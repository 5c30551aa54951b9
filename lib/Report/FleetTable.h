// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fleet is a set of models on a set of boards, with an image for each pair. et-prune makes its
// table from the JSON reports of prunings, without a link, so the reports may come from other
// machines.
//
// The board is the folder of the report or, if all reports are in one folder, the name of the
// pruned image. Each name is as short as it can be without being ambiguous in the fleet.

#pragma once

#include "Explain/Budget.h"
#include "Report/ReadReport.h"

namespace etprune {

struct FleetImage {
  std::string Report;               ///< path of the report
  std::string Input;                ///< path of the image that was pruned
  std::vector<std::string> Sources; ///< "--model kws.pte"
  std::string Board, Model;         ///< as shown in the table
  /// All sizes that a budget can name, in the report's order: "flash" and "ram" come first.
  std::vector<NamedSize> Sizes;
  std::vector<ReportedLimit> Limits; ///< the report's own budgets, then the table's

  uint64_t flash() const { return Sizes[0].Size; }
  uint64_t ram() const { return Sizes[1].Size; }
  /// The limit that is used most, in percent; null without limits.
  const ReportedLimit *tightest() const;
  bool isOver() const { return tightest() && tightest()->isOver(); }
};

using FleetTable = std::vector<FleetImage>; ///< by model, then by board

/// An empty board means that the path names it.
llvm::Expected<FleetImage> readFleetImage(NamedReport Report, llvm::StringRef Board);

/// A budget is "FLASH=64K" for every board, or "m4:FLASH=64K" for one.
llvm::Expected<FleetTable> fleetTable(std::vector<FleetImage> Images,
                                      llvm::ArrayRef<Budget> Budgets);

/// "12 images of 3 models on 4 boards, 1 over budget".
std::string fleetSummary(const FleetTable &Table);
void printFleet(const FleetTable &Table, llvm::raw_ostream &OS);
void printFleetJson(const FleetTable &Table, llvm::raw_ostream &OS);
std::string fleetPage(const FleetTable &Table);

/// Fails with a StatusError (OverBudget) that names each image over budget, and the excess.
llvm::Error checkFleet(const FleetTable &Table);

} // namespace etprune
