// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a pruning: one structure with two printers.
//
// The tool fills a PruneReport while it works and prints it at the end, as text for a terminal of
// 100 columns or as JSON for scripts. The printers only format: every number is in the structure,
// or is the sum or difference of two numbers in it. So text and JSON cannot disagree, and a third
// form needs no change to the tool. docs/report-schema.md describes the JSON, field by field.
//
// Output depends on the structure alone: no time, no environment, lists sorted by the printers.

#pragma once

#include "Explain/ImageAccount.h"
#include "Image/Sizes.h"
#include "Report/Accounting.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace etprune {

struct KernelName {
  std::string Op, Variant, Library;

  std::string id() const { return Op + "-" + Variant + "-" + Library; }
};

struct KeptKernel : KernelName {
  std::optional<std::string> Key; ///< none for a fallback kernel
  uint64_t CodeSize = 0;          ///< bytes of its own section, without the functions that it calls
  std::vector<std::string> AskedBy; ///< as in Asker::Text
  /// The bytes freed without it; none if the image's account cannot be made.
  std::optional<MemoryBytes> Retained = std::nullopt;
};

struct DroppedKernel : KernelName {
  uint64_t CodeSize = 0;
};

/// A kernel that is no longer registered, but whose code stays because other code calls it.
struct LeftoverKernel : KernelName {
  uint64_t CodeSize = 0;
  std::vector<std::string> Referrers; ///< the objects that refer to it: "libapp.a(main.o)"
};

/// Kernels narrowed to the dtypes of the selected calls.
struct NarrowedCode {
  std::string Maker; ///< "LLVM" or "gcc"
  size_t NumKernels = 0;
  SizeChange Code; ///< bytes of these kernels and of code that only they call; Before is 0 if the
                   ///< link compiles them, because the bytes before are then unknown
  uint64_t Guard = 0; ///< bytes of the new code and data that check the dtypes of calls, without
                      ///< each kernel's own part
};

struct RegionChange {
  std::string Name;
  uint64_t Origin = 0;
  uint64_t Length = 0; ///< 0 for a segment kind that replaces a region
  SizeChange Used;
  /// The column in which the region counts; unused for a segment kind.
  MemoryKind Kind = MemoryKind::Flash;
  /// The largest size of the region, if there is a --budget.
  std::optional<uint64_t> Budget = std::nullopt;
};

struct SectionChange {
  std::string Name;
  bool Loaded = true; ///< allocated: loaded or reserved on the target
  SizeChange Size;
};

struct ReportedRun {
  std::string ToolVersion;
  std::string InputPath, OutputPath;
  bool DryRun = false; ///< no image was written; the numbers are those of a real run
  std::vector<std::string> SelectionSources; ///< the selectors as given: "--ops selected.yaml"
  std::string LinkerName, LinkerVersion;
  std::vector<std::string> Warnings, Notes;
};

struct PruneReport : ReportedRun {
  std::string Confinement; ///< the linker's confinement, in a sentence

  std::vector<KeptKernel> Kept;
  std::optional<uint64_t> KernelBudget; ///< the largest number of kernels
  std::vector<DroppedKernel> Dropped;
  std::vector<LeftoverKernel> Leftover;
  std::vector<NarrowedCode> Narrowed; ///< one for each maker

  /// imageTotals() of the two images.
  SizeChange Stored, Ram, Text, Data, Bss;
  SizeChange FileSize;
  /// RegionsFromScript is false if there are no regions, and kinds of segments replace them.
  std::vector<RegionChange> Regions;
  bool RegionsFromScript = false;
  std::vector<SectionChange> Sections;
  /// None if a link map is missing; a note gives the reason.
  std::optional<DifferenceAccount> Account;

  /// The account of the pruned image; null if it cannot be made, with a note that says why.
  std::shared_ptr<const Explanation> Image;
  /// The account of the old image, as in the JSON; null if no output shows it.
  std::shared_ptr<const llvm::json::Value> ImageBefore;
};

/// The sums of bytes, with their names in the JSON. Comparisons of reports use them, too.
constexpr std::pair<llvm::StringLiteral, SizeChange PruneReport::*> ReportTotals[] = {
    {"flash", &PruneReport::Stored}, {"ram", &PruneReport::Ram}, {"text", &PruneReport::Text},
    {"data", &PruneReport::Data},    {"bss", &PruneReport::Bss},
};

/// If `Verbose`, prints every dropped kernel, section and changed input section instead of
/// summaries.
void printTextReport(const PruneReport &Report, bool Verbose, llvm::raw_ostream &OS);

/// The version of the JSON; docs/report-schema.md lists the changes of each version.
constexpr int64_t ReportVersion = 4;

/// Prints a value and a newline, indented. An array in an array is one line.
void printJson(const llvm::json::Value &Value, llvm::raw_ostream &OS);

void printJsonReport(const PruneReport &Report, llvm::raw_ostream &OS);

/// The page of a JSON report, to view and to mail. docs/reports.md describes it.
llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);
/// The text, with escapes for characters that have a meaning in HTML.
std::string escapedHtml(llvm::StringRef Text);

} // namespace etprune
