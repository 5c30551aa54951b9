// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Version scripts and dynamic lists: the patterns of symbols that an image shows or hides.

#pragma once

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"

namespace etprune {

struct SymbolPatterns {
  llvm::StringSet<> Names, CxxNames; ///< CxxNames: demangled names from extern "C++"
  std::vector<llvm::GlobPattern> Globs, CxxGlobs;

  bool empty() const {
    return Names.empty() && CxxNames.empty() && Globs.empty() && CxxGlobs.empty();
  }
  bool hasCxx() const { return !CxxNames.empty() || !CxxGlobs.empty(); }
  /// True if a pattern matches a symbol. Demanglers write some C++ names differently. For such a
  /// symbol, the result is true if there is any pattern for demangled names.
  bool mayMatch(llvm::StringRef Symbol) const;
};

/// The patterns of all versions in version scripts, or the patterns of dynamic lists.
struct VersionPatterns {
  SymbolPatterns Global, Local;

  enum ScriptKind { Versions, DynamicList };
  /// Adds the patterns of a file; false if it cannot be parsed. If `SplitsLabels`, the linker
  /// reads `local:*` as a label and a pattern; else as one name (LinkerKind::SplitsVersionLabels).
  bool add(llvm::StringRef Text, ScriptKind Kind, bool SplitsLabels);
  /// True if every linker makes the name local. Linkers rank patterns differently, so the result is
  /// false if the rank matters.
  bool hides(llvm::StringRef Name) const;
};

} // namespace etprune
