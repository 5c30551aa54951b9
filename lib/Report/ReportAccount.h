// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the account of an image from a JSON report, to compare it with another account. The report
// may be damaged or have another version, so the reader checks every index.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace etprune {

/// An item of a report. An item without a memory, such as an operator, has no bytes.
struct ReportedItem {
  std::string Kind, Name;
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
  std::vector<ReportedItem> Items;
  std::map<std::string, ReportedOperator> Operators;

  /// The operator that alone keeps an item; null without one.
  const std::string *keeperOf(size_t Item) const;
  /// The operator on the chain from a root to an item; null without one.
  const std::string *userOf(size_t Item) const;
};

llvm::Expected<ReportAccount> readAccount(const llvm::json::Object &Report);

} // namespace etprune
