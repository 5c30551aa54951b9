// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fleet is some models on some boards, an image for each pair. The table has a row for each
// image: what it takes, and where it is over budget. It is made from the JSON reports of the
// prunings, so nothing is linked, and a report of another machine or day serves as well.
//
// A report says what selected its kernels: the model. The board is the folder of the report or, if
// all reports are in one folder, the image that was pruned. Each name is the shortest that tells
// the paths of the fleet apart.

#pragma once

#include "Explain/Budget.h"
#include "Report/ReadReport.h"

namespace etprune {

struct FleetImage {
  std::string Report;               ///< the file
  std::string Input;                ///< path of the image that was pruned
  std::vector<std::string> Sources; ///< "--model kws.pte"
  std::string Board, Model;         ///< names in the table
  /// All sizes that a budget can name, in the report's order: "flash" and "ram" come first.
  std::vector<NamedSize> Sizes;
  std::vector<ReportedLimit> Limits; ///< the report's own budgets, then the table's

  uint64_t flash() const { return Sizes[0].Size; }
  uint64_t ram() const { return Sizes[1].Size; }
  /// The limit of which the image takes the most, null where it has none.
  const ReportedLimit *tightest() const;
  bool isOver() const { return tightest() && tightest()->isOver(); }
};

using FleetTable = std::vector<FleetImage>; ///< by model, then by board

/// Reads one report. The board is empty where a path shall name it.
llvm::Expected<FleetImage> readFleetImage(NamedReport Report, llvm::StringRef Board);

/// Budgets are "FLASH=64K" for every board, "m4:FLASH=64K" for one.
llvm::Expected<FleetTable> fleetTable(std::vector<FleetImage> Images,
                                      llvm::ArrayRef<Budget> Budgets);

/// "12 images of 3 models on 4 boards, 1 over budget".
std::string fleetSummary(const FleetTable &Table);
std::string fleetText(const FleetTable &Table);
std::string fleetJson(const FleetTable &Table);
/// A page without scripts: a row for each model, columns for each board.
std::string fleetPage(const FleetTable &Table);

/// A StatusError with OverBudget names each image that is over, and by how much.
llvm::Error checkFleet(const FleetTable &Table);

} // namespace etprune
