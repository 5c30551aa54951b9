// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a pruning: one structure with two printers.
//
// The tool fills a PruneReport while it works and prints it at the end, as text for a terminal of
// 100 columns or as JSON for scripts. Both printers only format: every number they show is in the
// structure or the sum or difference of two that are. So the two forms cannot disagree, and a third
// one needs no change to the tool. docs/report-schema.md describes the JSON, field by field.
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

/// The three parts of a kernel's name.
struct KernelName {
  std::string Op;
  std::string Variant;
  std::string Library;
};

struct KeptKernel : KernelName {
  /// None for a fallback kernel.
  std::optional<std::string> Key;
  /// Bytes of its own section; helpers it calls are not in it.
  uint64_t CodeSize = 0;
  /// As in Asker::Text.
  std::vector<std::string> AskedBy;
  /// What goes if it goes; none where the image's account cannot be made.
  std::optional<MemoryBytes> Retained = std::nullopt;
};

struct DroppedKernel : KernelName {
  uint64_t CodeSize = 0;
};

/// A kernel that is not registered any more, but whose code something else calls.
struct LeftoverKernel : KernelName {
  uint64_t CodeSize = 0;
  /// The objects that refer to it: "libapp.a(main.o)".
  std::vector<std::string> Referrers;
};

/// Kernels that were made anew for the dtypes of the selected calls.
struct NarrowedCode {
  std::string Maker; ///< "LLVM" or "gcc"
  size_t NumKernels = 0;
  SizeChange Code; ///< of these kernels and what only they call, before and after; 0 before where
                   ///< only the link tells, which compiles them
  uint64_t Guard = 0; ///< bytes of the new code and data that check the dtypes of calls, apart from
                      ///< what each kernel has of its own
};

struct RegionChange {
  std::string Name;
  uint64_t Origin = 0;
  /// 0 for a segment kind that stands in for a region.
  uint64_t Length = 0;
  SizeChange Used;
  /// Where the region counts; of no meaning for a segment kind.
  MemoryKind Kind = MemoryKind::Flash;
  /// How much the image may take of it, if there is a --budget.
  std::optional<uint64_t> Budget = std::nullopt;
};

struct SectionChange {
  std::string Name;
  /// Allocated: loaded or reserved on the target.
  bool Loaded = true;
  SizeChange Size;
};

/// What the user asked for.
struct ReportedRun {
  std::string ToolVersion;
  std::string InputPath;
  std::string OutputPath;
  /// Nothing was written: the numbers are what writing would give.
  bool DryRun = false;
  /// The selectors as given: "--ops selected.yaml".
  std::vector<std::string> SelectionSources;
  std::vector<std::string> Warnings;
};

struct PruneReport : ReportedRun {
  std::string LinkerName;
  std::string LinkerVersion;
  /// et-prune's own LLD of that version did the link, not the program.
  bool OwnLinker = false;
  std::string Confinement; ///< of the linker, a sentence

  std::vector<KeptKernel> Kept;
  std::optional<uint64_t> KernelBudget; ///< how many there may be
  std::vector<DroppedKernel> Dropped;
  std::vector<LeftoverKernel> Leftover;
  std::vector<NarrowedCode> Narrowed; ///< one for each maker

  /// imageTotals() of the two images.
  SizeChange Stored;
  SizeChange Ram;
  SizeChange Text;
  SizeChange Data;
  SizeChange Bss;
  SizeChange FileSize;
  /// RegionsFromScript is false where there are none, and kinds of segments stand in.
  std::vector<RegionChange> Regions;
  bool RegionsFromScript = false;
  std::vector<SectionChange> Sections;
  /// None where a link map of either side is missing; the reason is among the notes.
  std::optional<DifferenceAccount> Account;

  /// The account of the pruned image; null where it cannot be made, of which a note says why.
  std::shared_ptr<const Explanation> Image;
  /// That of the image before, as the JSON has it; null where nothing shows it.
  std::shared_ptr<const llvm::json::Value> ImageBefore;

  std::vector<std::string> Notes;
};

/// The sums of bytes, as the JSON has them and two reports are compared.
constexpr std::pair<llvm::StringLiteral, SizeChange PruneReport::*> ReportTotals[] = {
    {"flash", &PruneReport::Stored}, {"ram", &PruneReport::Ram}, {"text", &PruneReport::Text},
    {"data", &PruneReport::Data},    {"bss", &PruneReport::Bss},
};

/// A Verbose one has every dropped kernel, section and changed input section instead of summaries.
void printTextReport(const PruneReport &Report, bool Verbose, llvm::raw_ostream &OS);

/// Of the JSON's form; docs/report-schema.md says what each version changed.
constexpr int64_t ReportVersion = 3;

/// Prints a value and a newline, indented; an array in an array is a line.
void printJson(const llvm::json::Value &Value, llvm::raw_ostream &OS);

/// Prints one JSON object and a newline.
void printJsonReport(const PruneReport &Report, llvm::raw_ostream &OS);

} // namespace etprune
