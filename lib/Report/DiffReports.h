// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares two JSON reports: the differences between the images of two commits, and their causes.
//
// Two items of the images match if their names and files are the same. If only one image has an
// item with this name and file, an item of the same name and size in another file matches. An item
// that both images have with the same size is not a change, even if another operator keeps the item
// now. Every other byte belongs to exactly one cause, so the sum of the causes is the exact
// difference of the images:
//
//   operator    The operator was added or removed, and only one image has the item.
//   dtype       The operator has kernels for other dtypes than before.
//   toolchain   The item's size changed, and the compiler or the linker changed.
//   file        Any other change, for example of the file's source or of its compiler's options.
//   padding     The bytes that align the items changed.

#pragma once

#include "Report/ReadReport.h"
#include "Report/Report.h"

namespace etprune {

struct BytesChange {
  MemoryBytes Before, After;

  int64_t flash() const { return static_cast<int64_t>(After.Flash - Before.Flash); }
  int64_t ram() const { return static_cast<int64_t>(After.Ram - Before.Ram); }
  MemoryBytes &side(bool IsNew) { return IsNew ? After : Before; }
};

struct ChangedItem : BytesChange {
  std::string Name, File; ///< the demangled name, and the file without folders
};

struct DiffCause : BytesChange {
  std::string Kind;
  std::string Name;              ///< the operator or file, "the toolchain changed" or "alignment"
  std::string Why;               ///< "by model kws.pte", "pow +120, its source or compiler changed"
  std::set<std::string> AskedBy; ///< models and files that select the operator or dtype
  std::vector<ChangedItem> Items; ///< the largest changes first

  std::string text() const;
};

std::vector<DiffCause> diffCauses(const ReadReport &Old, const ReadReport &New);

/// The compilers and linkers that only one report has, as "<old ones> before, <new ones> now".
/// Empty if one of the two lists is empty, because a real change replaces a compiler or linker.
std::string otherToolchain(const ReadReport &Old, const ReadReport &New);

struct NamedChange {
  std::string Name;
  SizeChange Size;
};

struct ExceededBudget : ReportedLimit {
  uint64_t Before = 0; ///< bytes or kernels of the old image; `Used` is for the new image
};

/// The difference between two images. A pruning's report stands for the pruned image.
struct ReportDiff {
  std::string Before, After; ///< paths of the reports
  std::vector<ExceededBudget> OverBudget;
  std::vector<NamedChange> Totals, Regions;
  std::vector<NamedChange> Sections; ///< changed sections
  SizeChange NumKernels;
  std::vector<NamedChange> Added, Removed, Changed; ///< sizes of kernels
  /// None if a report has no account of its image.
  std::optional<std::vector<DiffCause>> Causes;
  std::vector<std::string> Notes; ///< changes of the compiler, linker or selection
};

/// Fails with an error for each text that is not a report.
llvm::Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After);

/// Returns Markdown, with the causes first. Long tables are cut to fit in a comment on GitHub.
std::string diffMarkdown(const ReportDiff &Diff);
void printDiffJson(const ReportDiff &Diff, llvm::raw_ostream &OS);

/// A limit of growth, for example "flash:1%", "ram:512" (bytes), "FLASH:4K" (a memory region) or
/// "kernels:0" (the number of kernels).
struct GrowthLimit {
  std::string What, Text; ///< "flash" and "1%"
  double Most = 0;        ///< in percent of the old size, or in bytes or kernels
  bool IsPercent = false;
};
llvm::Expected<std::vector<GrowthLimit>> parseGrowthLimits(llvm::ArrayRef<std::string> Texts);
/// Fails with exit status OverBudget, and names each exceeded limit and the largest causes.
llvm::Error checkGrowthLimits(llvm::ArrayRef<GrowthLimit> Limits, const ReportDiff &Diff);

} // namespace etprune
