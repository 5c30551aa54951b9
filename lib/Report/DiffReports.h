// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares two JSON reports: the differences between the images of two commits, and their causes.
//
// An item of an image is matched with the item of the same name and file in the other image, or of
// the same name and size in another file. An unchanged item in both images is no part of the
// difference, even if another operator keeps it now. Every other byte belongs to one cause, so the
// causes add up to the difference of the images, exactly:
//
//   operator    was added or removed, with all items that the image lacks without it
//   dtype       the operator has kernels for other dtypes
//   toolchain   code changed its size, and the compiler or linker changed
//   file        another change in this file: its source or its compiler's options changed
//   padding     alignment

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
  std::string Name, File; ///< as people read them
};

struct DiffCause : BytesChange {
  std::string Kind;
  std::string Name;              ///< the operator's or file's
  std::string Why;               ///< "by model kws.pte", "pow +120, its source or compiler changed"
  std::set<std::string> AskedBy; ///< of an operator or dtype: the selection's models and files
  std::vector<ChangedItem> Items; ///< the largest changes first

  std::string text() const;
};

/// The causes of the difference between two reports with accounts, the largest first.
std::vector<DiffCause> diffCauses(const ReadReport &Old, const ReadReport &New);

/// Empty if no other compiler or linker is known.
std::string otherToolchain(const ReadReport &Old, const ReadReport &New);

struct NamedChange {
  std::string Name;
  SizeChange Size;
};

struct ExceededBudget : ReportedLimit {
  uint64_t Before = 0; ///< the bytes that the first image takes
};

/// The difference between two images. The image of a pruning's report is the pruned one.
struct ReportDiff {
  std::string Before, After; ///< names
  std::vector<ExceededBudget> OverBudget;
  std::vector<NamedChange> Totals, Regions;
  std::vector<NamedChange> Sections; ///< changed sections
  SizeChange NumKernels;
  std::vector<NamedChange> Added, Removed, Changed; ///< kernels' own code
  /// None if a report has no account of its image.
  std::optional<std::vector<DiffCause>> Causes;
  std::vector<std::string> Notes; ///< another toolchain, another selection
};

/// Fails with an error for each text that is not a report.
llvm::Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After);

/// Markdown, with the causes first. It is shorter than 65,536 characters, the limit of a comment on
/// GitHub.
std::string diffMarkdown(const ReportDiff &Diff);
void printDiffJson(const ReportDiff &Diff, llvm::raw_ostream &OS);

/// A limit of growth: "flash:1%", "ram:512", "FLASH:4K", "kernels:0".
struct GrowthLimit {
  std::string What, Text;
  double Most = 0;
  bool IsPercent = false;
};
llvm::Expected<std::vector<GrowthLimit>> parseGrowthLimits(llvm::ArrayRef<std::string> Texts);
/// Fails with a StatusError (OverBudget) that names each exceeded limit and the largest causes.
llvm::Error checkGrowthLimits(llvm::ArrayRef<GrowthLimit> Limits, const ReportDiff &Diff);

} // namespace etprune
