// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads JSON reports, for `et-prune --diff` and `et-prune --table`. A report may come from a
// pruning or from --explain, may have an older version of the schema, and may be from another
// machine.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/Support/JSON.h"

namespace etprune {

struct NamedReport {
  llvm::StringRef Name;
  llvm::StringRef Json;
};

struct NamedSize {
  std::string Name;
  uint64_t Size = 0;
};

/// A budget with its use: the bytes of a memory region or of a total, or the number of kernels.
struct ReportedLimit {
  std::string Name;
  uint64_t Used = 0, Most = 0;

  bool isOver() const { return Used > Most; }
  std::string text() const;
  double percent() const {
    return 100.0 * static_cast<double>(Used) / static_cast<double>(std::max<uint64_t>(1, Most));
  }
};

struct ReportedSizes {
  std::vector<NamedSize> Totals; ///< "flash" and "ram" first
  /// The regions of the linker script. If the script has none, a pruning's report has "text",
  /// "data" and "bss", and an account has "flash" and "RAM".
  std::vector<NamedSize> Memories;
  bool HasRegions = false;         ///< Memories are regions of a linker script
  std::vector<NamedSize> Sections; ///< loaded sections
  /// Bytes of each kernel, by the kernel's id. A pruning's report gives the size of the code, an
  /// account gives the own bytes in flash.
  std::map<std::string, uint64_t> Kernels;
};

/// An item of an image's account. A kernel or operator has no bytes: its code is in other items.
struct ReportedItem {
  std::string Kind, Name, Symbol;
  std::string File; ///< "libm.a(pow.o)", without folders, which differ between checkouts
  MemoryBytes Bytes, Padding;
  bool IsPadding = false; ///< the item is only padding
  int64_t Parent = -1;    ///< index of the item whose removal would remove this item, or -1
  int64_t Why = -1;       ///< index of the previous item on the chain from a root; -1 for a root
};

struct ReportedOperator {
  std::set<std::string> Dtypes; ///< the kernels' variants, and the dtypes of narrowed kernels
  std::map<std::string, std::set<std::string>> Askers; ///< by variant: models and files
};

struct ReportAccount {
  ReportedSizes Sizes;
  std::vector<ReportedItem> Items;
  std::map<std::string, ReportedOperator> Operators;

  /// Follows `Link`, which is Parent or Why, from this item to the first operator. Returns the
  /// operator's name, or null if there is no operator on the way.
  const std::string *operatorOf(size_t Item, int64_t ReportedItem::*Link) const;
};

struct ReadReport {
  bool IsExplanation = false; ///< made by --explain; `Sizes` are then the account's sizes
  ReportedSizes Sizes;
  std::vector<ReportedLimit> Limits;
  std::string Input, Linker;
  std::vector<std::string> Sources;     ///< the selectors
  std::set<std::string> Toolchain;      ///< compilers and linker; empty if the report has none
  std::optional<ReportAccount> Account; ///< none without `WithAccount`, or if the report has none
};

/// Reads the account, which is the largest part of a report, only if `WithAccount` is true.
llvm::Expected<ReadReport> readReport(NamedReport Report, bool WithAccount);

} // namespace etprune
