// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a pruning: one structure with two printers.
//
// makeReport() fills a PruneReport from the plan and the pruned link. If data for a part of the
// report is missing (no old image, no map), a note says so. One printer writes text for a terminal
// of 100 columns, the other writes JSON for scripts (docs/report-schema.md). The printers only
// format the structure, so they cannot disagree. They sort the lists, and their output does not
// depend on the time or the environment. Equal reports therefore give equal output.
//
// accountDifference() finds the input sections that make up a change of an image's size. It reads
// the sections from the link maps of both images, and adds the sizes of all sections with the same
// file, member and section name. It fails if a map's sizes do not add up to its image's size.

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

/// Initialised data usually counts in both Stored and Ram, because a program copies the data from
/// flash to RAM.
struct CategoryChange {
  ByteCategory Category = ByteCategory::OtherCode;
  SizeChange Stored;
  SizeChange Ram;
};

/// All input sections with the same name in one object are one entry.
struct InputChange {
  ByteCategory Category = ByteCategory::OtherCode;
  std::string Section;
  std::string File;
  std::string Member;
  SizeChange Size;
};

struct DifferenceAccount {
  /// One entry per ByteCategory, in its order. The entries add up to the images' flash and RAM.
  std::vector<CategoryChange> Categories;
  std::vector<InputChange> Inputs;
};

struct ReportedKernel {
  std::string Op, Variant, Library;
  uint64_t CodeSize = 0; ///< bytes of its own section, without the functions that it calls
  /// For a kept kernel, the texts of its askers (Asker::Text). For a leftover kernel, whose code
  /// stays in the image, the objects that refer to it, such as "libapp.a(main.o)".
  std::vector<std::string> Users = {};
  std::optional<std::string> Key = std::nullopt; ///< none for a fallback kernel
  /// Of a kept kernel: the bytes that dropping the kernel would free. None if the account of the
  /// pruned image cannot be made.
  std::optional<MemoryBytes> Retained = std::nullopt;

  std::string id() const { return Op + "-" + Variant + "-" + Library; }
};

/// The kernels that one compiler narrowed to the dtypes of the selected calls.
struct NarrowedCode {
  std::string Maker; ///< "LLVM" or "gcc"
  size_t NumKernels = 0;
  /// Bytes of these kernels and of code that only they call. Before is 0 if an object of the link
  /// has only LLVM's bitcode, because the size of such code is unknown before the link.
  SizeChange Code;
  uint64_t Guard = 0; ///< bytes of the common code and tables that check the dtypes of calls; the
                      ///< code that each kernel has for its check is not counted here
};

struct RegionChange {
  std::string Name;
  uint64_t Origin = 0;
  uint64_t Length = 0; ///< 0 if the script has no regions; Name is then "text", "data" or "bss"
  SizeChange Used;
  MemoryKind Kind = MemoryKind::Flash;           ///< not used if the script has no regions
  std::optional<uint64_t> Budget = std::nullopt; ///< the smallest --budget of the region
};

struct SectionChange {
  std::string Name;
  bool Loaded = true; ///< SHF_ALLOC: takes memory on the target
  SizeChange Size;
};

struct ReportedRun {
  std::string ToolVersion;
  std::string InputPath, OutputPath;
  bool DryRun = false; ///< no image was written, but a real relink gave the numbers
  std::vector<std::string> SelectionSources; ///< the selectors as given: "--ops selected.yaml"
  std::string LinkerName, LinkerVersion;
  std::vector<std::string> Warnings, Notes;
};

struct PruneReport : ReportedRun {
  std::string Confinement; ///< the linker's confinement, in a sentence

  std::vector<ReportedKernel> Kept, Dropped;
  /// Kernels that are no longer registered, but whose code is still live: other code refers to the
  /// code, or the linker script or an option keeps it.
  std::vector<ReportedKernel> Leftover;
  std::optional<uint64_t> KernelBudget; ///< from "--budget kernels=N", or none
  std::vector<NarrowedCode> Narrowed;

  SizeChange Stored, Ram, Text, Data, Bss;
  SizeChange FileSize;
  /// The memory regions of the linker script. If the script has none, RegionsFromScript is false
  /// and Regions has an entry for each of "text", "data" and "bss".
  std::vector<RegionChange> Regions;
  bool RegionsFromScript = false;
  std::vector<SectionChange> Sections;
  /// None if a link map is missing or does not match its image; a note gives the reason.
  std::optional<DifferenceAccount> Account;

  /// The account of the pruned image; null if it cannot be made, with a note that says why.
  std::shared_ptr<const Explanation> Image;
  /// The account of the old image, as in the JSON. Null without an HTML report, if the account
  /// fails, or if et-prune would have to link the old image again.
  std::shared_ptr<const llvm::json::Value> ImageBefore;
};

constexpr std::pair<llvm::StringLiteral, SizeChange PruneReport::*> ReportTotals[] = {
    {"flash", &PruneReport::Stored}, {"ram", &PruneReport::Ram}, {"text", &PruneReport::Text},
    {"data", &PruneReport::Data},    {"bss", &PruneReport::Bss},
};

/// `Device` has the memories that both images were linked for. `NameOf` maps the name of an object
/// in a link map to its name in the account. Objects with the same name in the account are one
/// object. Fails if a map does not explain every byte of its image.
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

/// Returns the full image that the bundle recorded. If the bundle has no full image, links it.
llvm::Expected<FullImage> fullImage(const CapturedLink &Link, const PruneOptions &Options);

/// Fills the sizes, regions and sections of the report. `Device` has the script's regions, if any.
void fillSizes(PruneReport &Report, const ImageSummary &Before, const ImageSummary &After,
               const Memories &Device);

/// Sets the budgets of the regions and of the number of kernels. If several budgets have the same
/// name, the smallest applies.
void setBudgets(PruneReport &Report, llvm::ArrayRef<Budget> Budgets);

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned);

/// If `Verbose`, prints lists of everything instead of summaries.
void printTextReport(const PruneReport &Report, bool Verbose, llvm::raw_ostream &OS);

/// The version of the JSON. It goes up if a field changes its meaning or is removed, but not for a
/// new field. docs/report-schema.md lists the changes.
constexpr int64_t ReportVersion = 4;

/// Prints the keys in sorted order. Prints an array inside an array on one line.
void printJson(const llvm::json::Object &Object, llvm::raw_ostream &OS);
void printJsonReport(const PruneReport &Report, llvm::raw_ostream &OS);

/// Returns the HTML page that shows a JSON report (docs/reports.md).
llvm::Expected<std::string> htmlReport(llvm::StringRef ReportJson);
std::string escapedHtml(llvm::StringRef Text);

} // namespace etprune
