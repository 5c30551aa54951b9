// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fleet is a set of models on a set of boards, with at most one image for each pair. `et-prune
// --table` makes a table of the fleet from JSON reports. The command needs no link bundle, so the
// reports may come from other machines.
//
// The user can name the board of a report. Otherwise, the board gets the name of the report's
// folder or, if all reports are in one folder, of the image. If two such names are equal, the names
// are longer parts of the paths.

#pragma once

#include "Explain/Budget.h"
#include "Report/ReadReport.h"

namespace etprune {

struct FleetImage {
  std::string Report;               ///< path of the report
  std::string Input;                ///< path of the image that was pruned
  std::vector<std::string> Sources; ///< the selectors, such as "--model kws.pte"
  std::string Board, Model;         ///< as shown in the table
  /// All sizes that a budget can name, in the report's order: "flash" and "ram" come first.
  std::vector<NamedSize> Sizes;
  std::vector<ReportedLimit> Limits; ///< the budgets of the report, then those of fleetTable()

  uint64_t flash() const { return Sizes[0].Size; }
  uint64_t ram() const { return Sizes[1].Size; }
  /// The limit with the largest percent(); null without limits.
  const ReportedLimit *tightest() const;
  bool isOver() const { return tightest() && tightest()->isOver(); }
};

using FleetTable = std::vector<FleetImage>; ///< sorted by model, then by board

/// If `Board` is empty, fleetTable() names the board after the report's folder or the image.
llvm::Expected<FleetImage> readFleetImage(NamedReport Report, llvm::StringRef Board);

/// The budget "FLASH=64K" is for every board, and "m4:FLASH=64K" only for the board m4.
llvm::Expected<FleetTable> fleetTable(std::vector<FleetImage> Images,
                                      llvm::ArrayRef<Budget> Budgets);

std::string fleetSummary(const FleetTable &Table);
void printFleet(const FleetTable &Table, llvm::raw_ostream &OS);
void printFleetJson(const FleetTable &Table, llvm::raw_ostream &OS);
std::string fleetPage(const FleetTable &Table); ///< an HTML page

/// Fails with exit status OverBudget, and names each image over budget and the excess bytes or
/// kernels.
llvm::Error checkFleet(const FleetTable &Table);

} // namespace etprune
