// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The account of an image, read from a JSON report to be compared with another one. The report may
// be of another version and from somewhere else, so every index is checked.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace etprune {

/// An item of a report. Without a memory, as operators, it has no bytes.
struct ReportedItem {
  std::string Kind, Name;
  std::string File; ///< "libm.a(pow.o)", without folders: two checkouts have other ones
  MemoryBytes Bytes, Padding;
  bool IsPadding = false; ///< all of it
  int64_t Parent = -1;    ///< the item that alone keeps it
  int64_t Why = -1;       ///< before it on the chain from a root
};

struct ReportedOperator {
  std::set<std::string> Dtypes;                        ///< or other variants of its kernels
  std::map<std::string, std::set<std::string>> Askers; ///< by variant
};

struct ReportAccount {
  std::vector<ReportedItem> Items;
  std::map<std::string, ReportedOperator> Operators;

  /// The operator that alone keeps an item, or null.
  const std::string *keeperOf(size_t Item) const;
  /// The operator on the chain from a root to an item, or null.
  const std::string *userOf(size_t Item) const;
};

llvm::Expected<ReportAccount> readAccount(const llvm::json::Object &Report);

} // namespace etprune
