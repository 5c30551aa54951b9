// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads JSON reports, for tools that compare them or put them into a table. A report may come from
// a pruning or from --explain, from this version or the previous one, and from another machine.

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

struct ReportedSizes {
  std::vector<NamedSize> Totals;           ///< "flash" and "ram" first
  std::vector<NamedSize> Memories;         ///< on a host: kinds of segments, or "flash" and "RAM"
  bool HasRegions = false;                 ///< Memories are regions of a linker script
  std::vector<NamedSize> Sections;         ///< loaded sections
  std::map<std::string, uint64_t> Kernels; ///< by kernel: the size of its own code
};

/// An item of an image's account. An item without a memory, such as an operator, has no bytes.
struct ReportedItem {
  std::string Kind, Name, Symbol;
  std::string File; ///< "libm.a(pow.o)", without folders, which differ between checkouts
  MemoryBytes Bytes, Padding;
  bool IsPadding = false; ///< the item is only padding
  int64_t Parent = -1;    ///< the item that alone keeps it
  int64_t Why = -1;       ///< its predecessor on the chain from a root
};

struct ReportedOperator {
  std::set<std::string> Dtypes;                        ///< or other names of its kernels' variants
  std::map<std::string, std::set<std::string>> Askers; ///< by variant
};

struct ReportAccount {
  ReportedSizes Sizes;
  std::vector<ReportedItem> Items;
  std::map<std::string, ReportedOperator> Operators;

  /// The first operator to which the items' `Link`, Parent or Why, leads; null without one.
  const std::string *operatorOf(size_t Item, int64_t ReportedItem::*Link) const;
};

struct ReadReport {
  bool IsExplanation = false; ///< Sizes are those of the account
  ReportedSizes Sizes;
  std::vector<ReportedLimit> Limits;
  std::string Input, Linker;
  std::vector<std::string> Sources;     ///< the selectors
  std::set<std::string> Toolchain;      ///< compilers and linker; empty if unknown
  std::optional<ReportAccount> Account; ///< none if it was not asked for or the report has none
};

/// Reads the account of the image only if `WithAccount` is true, because it has most of the data.
llvm::Expected<ReadReport> readReport(NamedReport Report, bool WithAccount);

} // namespace etprune
