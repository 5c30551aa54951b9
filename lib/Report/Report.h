// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a pruning: one structure with two printers.
//
// makeReport() fills a PruneReport from the plan and the pruned link. If data for a part of the
// report is missing (no old image, no map), a note replaces that part. The printers, text for a
// terminal of 100 columns and JSON for scripts, only format, so they cannot disagree.
// docs/report-schema.md describes the JSON. Output depends on the structure alone: no time, no
// environment, lists sorted by the printers.
//
// accountDifference() names the bytes behind "text shrank by 194,224 bytes". The maps of both links
// name every input section. Sections are compared as multisets of (file, member, input section), so
// order and addresses do not count. The sums must be equal to the images' sizes: a wrong sum is an
// error, never a row called "other".

#pragma once

#include "Explain/Budget.h"
#include "Explain/ImageAccount.h"
#include "Prune/KnownImage.h"

namespace etprune {

enum class ByteCategory {
  KernelCode,
  RegistrationTable,
  NamesAndKeys,
  OtherCode,
  ReadOnlyData,
  Data,
  Bss,
  Padding,
};
constexpr unsigned NumByteCategories = 8;

llvm::StringRef categoryName(ByteCategory Category);

struct SizeChange {
  uint64_t Before = 0;
  uint64_t After = 0;

  int64_t delta() const { return static_cast<int64_t>(After - Before); }
};

/// Initialised data usually counts in both columns: it is stored in flash and takes RAM.
struct CategoryChange {
  ByteCategory Category = ByteCategory::OtherCode;
  SizeChange Stored;
  SizeChange Ram;
};

/// Sections of one name from one object are one entry.
struct InputChange {
  ByteCategory Category = ByteCategory::OtherCode;
  std::string Section;
  std::string File;
  std::string Member;
  SizeChange Size;
};

struct DifferenceAccount {
  /// One per category, in the order of the enumeration. The columns add up to imageTotals().
  std::vector<CategoryChange> Categories;
  /// Every input section that changed, the largest change first.
  std::vector<InputChange> Inputs;
};

struct ReportedKernel {
  std::string Op, Variant, Library;
  uint64_t CodeSize = 0; ///< bytes of its own section, without the functions that it calls
  /// Of a kept kernel: its askers, as in Asker::Text. Of a leftover kernel: the objects that refer
  /// to it, "libapp.a(main.o)".
  std::vector<std::string> Users = {};
  std::optional<std::string> Key = std::nullopt; ///< none for a fallback kernel
  /// The bytes freed without a kept kernel; none if the image's account cannot be made.
  std::optional<MemoryBytes> Retained = std::nullopt;

  std::string id() const { return Op + "-" + Variant + "-" + Library; }
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
  std::string Confinement; ///< the linker's confinement, in a sentence

  std::vector<ReportedKernel> Kept, Dropped;
  /// Kernels that are no longer registered, but whose code stays because other code calls it.
  std::vector<ReportedKernel> Leftover;
  std::optional<uint64_t> KernelBudget; ///< the largest number of kernels
  std::vector<NarrowedCode> Narrowed;

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

/// The sums of bytes, with their names in the JSON.
constexpr std::pair<llvm::StringLiteral, SizeChange PruneReport::*> ReportTotals[] = {
    {"flash", &PruneReport::Stored}, {"ram", &PruneReport::Ram}, {"text", &PruneReport::Text},
    {"data", &PruneReport::Data},    {"bss", &PruneReport::Bss},
};

/// `Device` has the memories that both images were linked for. `NameOf` gives an object of a map
/// its name in the account, and objects with the same name are one. Fails if a map does not explain
/// every byte of its image.
llvm::Expected<DifferenceAccount> accountDifference(
    LinkedImage Before, LinkedImage After, const Memories &Device = Memories(),
    llvm::function_ref<llvm::StringRef(llvm::StringRef)> NameOf = [](llvm::StringRef Object) {
      return Object;
    });

/// The image with every kernel. The report compares the pruned image with it.
struct FullImage {
  std::optional<ImageSummary> Summary; ///< none if the image does not fit its memories
  std::string MapText;

  ImageBefore before() const { return {Summary, Summary ? &MapText : nullptr}; }
};

/// Returns the full image that the bundle recorded; if it has none, links the full image.
llvm::Expected<FullImage> fullImage(const CapturedLink &Link, const PruneOptions &Options);

/// The device may have no regions.
void fillSizes(PruneReport &Report, const ImageSummary &Before, const ImageSummary &After,
               const Memories &Device);

/// If one name has several, the least counts.
void setBudgets(PruneReport &Report, llvm::ArrayRef<Budget> Budgets);

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned);

/// If `Verbose`, prints lists of everything instead of summaries.
void printTextReport(const PruneReport &Report, bool Verbose, llvm::raw_ostream &OS);

/// The version of the JSON. It goes up if a field changes its meaning or is removed, but not for a
/// new field. docs/report-schema.md lists the changes.
constexpr int64_t ReportVersion = 4;

/// Sorts keys. An array in an array is one line.
void printJson(const llvm::json::Object &Object, llvm::raw_ostream &OS);
void printJsonReport(const PruneReport &Report, llvm::raw_ostream &OS);

/// The page of a JSON report (docs/reports.md).
llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);
std::string escapedHtml(llvm::StringRef Text);

} // namespace etprune
