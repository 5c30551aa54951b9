// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a pruning: one structure with two printers.
//
// The tool fills a PruneReport while it works and prints it at the end, as text for a terminal of
// 100 columns or as JSON for scripts. The printers only format, so text and JSON cannot disagree.
// docs/report-schema.md describes the JSON, field by field. Output depends on the structure alone:
// no time, no environment, lists sorted by the printers.

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

struct ReportedKernel : KernelName {
  uint64_t CodeSize = 0; ///< bytes of its own section, without the functions that it calls
  /// Of a kept kernel: its askers, as in Asker::Text. Of a leftover kernel: the objects that refer
  /// to it, "libapp.a(main.o)".
  std::vector<std::string> Users = {};
  std::optional<std::string> Key = std::nullopt; ///< none for a fallback kernel
  /// The bytes freed without a kept kernel; none if the image's account cannot be made.
  std::optional<MemoryBytes> Retained = std::nullopt;
};

/// Kernels narrowed to the dtypes of the selected calls by one compiler.
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
  MemoryKind Kind = MemoryKind::Flash;           ///< unused for a segment kind
  std::optional<uint64_t> Budget = std::nullopt; ///< the smallest --budget of the region
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
  bool OwnLinker = false;  ///< et-prune's own LLD, of the same version, did the link
  std::string Confinement; ///< the linker's confinement, in a sentence

  std::vector<ReportedKernel> Kept, Dropped;
  /// Kernels that are no longer registered, but whose code stays because other code calls it.
  std::vector<ReportedKernel> Leftover;
  std::optional<uint64_t> KernelBudget; ///< the largest number of kernels
  std::vector<NarrowedCode> Narrowed;

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

/// The version of the JSON. It goes up if a field changes its meaning or is removed, but not for a
/// new field. docs/report-schema.md lists the changes.
constexpr int64_t ReportVersion = 3;

/// Prints an object with sorted keys, indented, and a newline. An array in an array is one line.
void printJson(const llvm::json::Object &Object, llvm::raw_ostream &OS);
void printJsonReport(const PruneReport &Report, llvm::raw_ostream &OS);

/// The page of a JSON report (docs/reports.md).
llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);
std::string escapedHtml(llvm::StringRef Text);

} // namespace etprune
