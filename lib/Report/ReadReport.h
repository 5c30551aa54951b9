// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads JSON reports, for tools that compare them or put them into a table. A report may come from
// a pruning or from --explain, from this version or the previous one, and from another machine.

#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace etprune {

struct NamedReport {
  llvm::StringRef Name;
  llvm::StringRef Json;
};

struct NamedSize {
  std::string Name;
  uint64_t Size = 0;
};

/// The use of a memory region, of a total or of the kernels, with its budget.
struct ReportedLimit {
  std::string Name;
  uint64_t Used = 0, Most = 0;

  bool isOver() const { return Used > Most; }
  /// "FLASH takes 42,488: 22,008 above its budget of 20,480".
  std::string text() const;
  double percent() const {
    return 100.0 * static_cast<double>(Used) / static_cast<double>(std::max<uint64_t>(1, Most));
  }
};

struct ReadReport {
  std::optional<llvm::json::Value> Root;   ///< an object
  std::vector<NamedSize> Totals;           ///< "flash" and "ram" first
  std::vector<NamedSize> Memories;         ///< on a host: kinds of segments, or "flash" and "RAM"
  bool HasRegions = false;                 ///< Memories are regions of a linker script
  std::vector<NamedSize> Sections;         ///< loaded sections
  std::map<std::string, uint64_t> Kernels; ///< by kernel: the size of its own code
  std::vector<ReportedLimit> Limits;
  std::string Input, Linker;
  std::vector<std::string> Sources; ///< the selectors

  const llvm::json::Object &root() const { return *Root->getAsObject(); }
  bool isExplanation() const { return root().getString("kind") == "explanation"; }
  bool hasImage() const { return root().getObject("image") != nullptr; }
};

/// With `OfAccount`, the sizes of a pruning's report come from the account of its image. Then they
/// can be compared with the sizes of an explanation.
llvm::Expected<ReadReport> readReport(NamedReport Report, bool OfAccount = false);

} // namespace etprune
