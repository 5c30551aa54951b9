// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/Report.h"

#include "Image/LinkMap.h"
#include "Image/Sizes.h"
#include "Object/RecordNames.h"
#include "Support/Confinement.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

std::vector<SectionChange> compareSections(const ImageSummary &Before, const ImageSummary &After) {
  MapVector<std::pair<StringRef, unsigned>, SizeChange> Sizes;
  for (const SectionSummary &Section : Before.Sections)
    Sizes[{Section.Name, Section.isAllocated()}].Before += Section.Size;
  for (const SectionSummary &Section : After.Sections)
    Sizes[{Section.Name, Section.isAllocated()}].After += Section.Size;
  std::vector<SectionChange> Changes;
  for (const auto &[Section, Size] : Sizes)
    Changes.push_back({Section.first.str(), Section.second != 0, Size});
  return Changes;
}

using KernelCodes = StringMap<KernelCode>;

/// Takes the size of the code from the object. If the linker compiles the kernel from intermediate
/// code, only the link's map has the size.
ReportedKernel reported(const KernelRecord &Record, const KernelCodes &InLink) {
  const bool IsCompiled = Record.Object->UsesIntermediateCode;
  return {Record.Op, Record.Variant, Record.Library,
          IsCompiled ? InLink.lookup(Record.id()).Size : Record.codeSize()};
}

void addKernels(PruneReport &Report, const PrunePlan &Plan, ArrayRef<LeftoverCode> Leftovers,
                const KernelCodes &Before, const KernelCodes &After) {
  for (const PlannedKernel &Kernel : Plan.Kept) {
    ReportedKernel &Kept = Report.Kept.emplace_back(reported(*Kernel.Record, After));
    Kept.Key = Kernel.Record->Key;
    for (const Asker &A : Kernel.Askers)
      Kept.Users.push_back(A.Text);
  }
  for (const auto &Narrowed : Plan.Narrowed) {
    if (Report.Narrowed.empty() || Report.Narrowed.back().Maker != Narrowed->Maker)
      Report.Narrowed.push_back({Narrowed->Maker.str(), 0, {}, 0});
    NarrowedCode &Code = Report.Narrowed.back();
    Code.NumKernels += Narrowed->Records.size();
    Code.Code.Before += Narrowed->SizeBefore;
    Code.Code.After += Narrowed->Size;
    Code.Guard += Narrowed->GuardSize;
  }
  for (const KernelRecord *Record : Plan.Dropped)
    Report.Dropped.push_back(reported(*Record, Before));
  for (const LeftoverCode &Leftover : Leftovers)
    Report.Leftover.emplace_back(reported(*Leftover.Record, After)).Users = Leftover.Referrers;
}

/// Adds a note for each backend in the old image to which no selected model delegates.
void noteBackends(PruneReport &Report, const CapturedLink &Link, const Selection &Wanted,
                  const PrunePlan &Plan, const LinkMap &Map, const ImageSummary &Image) {
  const DenseMap<ObjectName, uint64_t> Sizes = objectSizes(Map, Image);
  auto Note = [&](const std::string &Name, const InputObject &Object, bool IsDropped) {
    // Code in other objects is not counted, even if only this object calls that code.
    const uint64_t Size = Sizes.lookup(splitMember(Object.Name));
    const std::string Where = grouped(Size) + " B of '" + Object.Name + "'";
    if (Size != 0 && !Wanted.Backends.count(Name))
      Report.Notes.push_back(
          IsDropped
              ? "backend '" + Name +
                    "' is removed, with the code and data that no other code uses: up to " + Where
              : "no selected model delegates to backend '" + Name +
                    "', which stays in the image with " + Where + "; --drop-backends removes it");
  };
  if (Plan.Everything || Wanted.AllOperators)
    return;
  if (const SelfRegisteringProgram *Program = Link.Kernels.Program.get())
    for (const BackendInitializer &Backend : Program->Backends)
      Note(Backend.Name, *Backend.Code.Object, Plan.DroppedBackends.count(Backend.Name) != 0);
  auto NoteRecord = [&](const KernelRecord &Record, bool IsDropped) {
    StringRef Name = Record.Op;
    if (Name.consume_front(BackendPrefix))
      Note(Name.str(), *Record.Object, IsDropped);
  };
  for (const PlannedKernel &Kernel : Plan.Kept)
    NoteRecord(*Kernel.Record, false);
  for (const KernelRecord *Record : Plan.Dropped)
    NoteRecord(*Record, true);
}

bool registersBackend(const SelfRegisteringProgram *Program, StringRef Name) {
  return Program && llvm::any_of(Program->Backends, [&](const auto &B) { return B.Name == Name; });
}

void addImage(PruneReport &Report, const LinkedProgram &Program, const Memories &Device) {
  if (Error E = explainImage(Program, Device).moveInto(Report.Image)) {
    Report.Notes.push_back("the account of the image cannot be made: " + toString(std::move(E)));
    return;
  }
  std::map<std::string, MemoryBytes> Retained;
  for (const AccountRow &Row : Report.Image->Account.Kernels)
    Retained[Row.Name] = Row.Retained;
  for (ReportedKernel &Kernel : Report.Kept)
    if (auto It = Retained.find(Kernel.id()); It != Retained.end())
      Kernel.Retained = It->second;
}

} // namespace

void fillSizes(PruneReport &Report, const ImageSummary &Before, const ImageSummary &After,
               const Memories &Device) {
  ImageTotals Old = imageTotals(Before, Device);
  ImageTotals New = imageTotals(After, Device);
  Report.Stored = {Old.Stored, New.Stored};
  Report.Ram = {Old.Ram, New.Ram};
  Report.Text = {Old.Text, New.Text};
  Report.Data = {Old.Data, New.Data};
  Report.Bss = {Old.Bss, New.Bss};
  Report.FileSize = {Before.FileSize, After.FileSize};

  std::vector<RegionUsage> OldUsage = usageOf(Device.regions(), Before);
  std::vector<RegionUsage> NewUsage = usageOf(Device.regions(), After);
  Report.RegionsFromScript = !Device.regions().empty();
  Report.Regions.clear();
  for (const auto &[I, Usage] : llvm::enumerate(OldUsage))
    Report.Regions.push_back({Usage.Name, Usage.Origin, Usage.Length,
                              SizeChange{Usage.Used, NewUsage[I].Used},
                              Report.RegionsFromScript ? Device.kind(I) : MemoryKind::Flash});
  Report.Sections = compareSections(Before, After);
}

void setBudgets(PruneReport &Report, ArrayRef<Budget> Budgets) {
  auto Set = [](std::optional<uint64_t> &To, uint64_t Most) {
    To = std::min(Most, To.value_or(Most));
  };
  for (const Budget &B : Budgets) {
    auto Region =
        llvm::find_if(Report.Regions, [&](const RegionChange &R) { return R.Name == B.Region; });
    // The name is a region or "kernels", because checkBudgets() has refused all others.
    Set(Region == Report.Regions.end() ? Report.KernelBudget : Region->Budget, B.Bytes);
  }
}

Expected<FullImage> fullImage(const CapturedLink &Link, const PruneOptions &Options) {
  FullImage Full;
  if (Link.HasFullImage && !Link.Images.empty()) {
    ASSIGN_OR_RETURN(Full.Summary, recordedSummary(Link.Images[0]));
    Full.MapText = Link.Images[0].Map;
    return Full;
  }
  ASSIGN_OR_RETURN(PrunePlan Plan, planEverything(Link));
  ASSIGN_OR_RETURN(auto Linked, pruneLink(Link, Plan, Options));
  if (Linked.Link.Image) {
    Full.Summary = std::move(Linked.Summary);
    Full.MapText = Linked.Link.Map;
  }
  return Full;
}

/// Adds a note for each live array of kernels that the program itself passes to load_method. These
/// kernels stay with any selection.
static void addMethodRegistries(PruneReport &Report, const SelfRegisteringProgram *Program,
                                const MapIndex &Live) {
  if (!Program)
    return;
  for (const KernelArray &Array : Program->MethodRegistries)
    if (Live.contains(*Array.Object, Array.Section))
      Report.Notes.push_back("some kernels stay with any selection, because the program itself "
                             "passes these kernels to load_method: " +
                             Array.description());
}

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned) {
  PruneReport Report;
  static_cast<ReportedRun &>(Report) = Run;
  Report.LinkerName = sys::path::filename(Link.Linker.Path);
  Report.LinkerVersion = Link.Linker.Version;
  Report.Confinement = describeConfinement();
  Report.Notes = Wanted.Notes;
  llvm::append_range(Report.Notes, Plan.Notes);
  addMethodRegistries(Report, Link.Kernels.Program.get(), Pruned.Program->Live);
  for (const auto &[Backend, Askers] : Wanted.Backends)
    if (!registersBackend(Link.Kernels.Program.get(), Backend) &&
        llvm::none_of(Plan.Kept, [Op = (BackendPrefix + Backend).str()](const PlannedKernel &K) {
          return K.Record->Op == Op;
        }))
      Report.Notes.push_back("a selected model delegates to backend '" + Backend +
                             "', but et-prune found no code in the link that registers the "
                             "backend; check that the program registers the backend");

  ImageSummary OldSummary = Old.Summary ? *Old.Summary : Pruned.Summary;
  if (!Old.Summary)
    Report.Notes.push_back(
        "the old image does not exist, so the report shows the new image's sizes as the old sizes");
  auto OldMap = Old.MapText ? parseLinkMap(*Old.MapText, "the bundle's map") : LinkMap();
  const LinkMap NoMap;
  const LinkedImage Before{OldMap ? *OldMap : NoMap, OldSummary},
      Now{Pruned.Program->Map, Pruned.Summary};
  const Memories Device(Pruned.Program->Map.Regions, {Before, Now});
  fillSizes(Report, OldSummary, Pruned.Summary, Device);
  const KernelCodes After = kernelCode(Pruned.Program->Map);
  addKernels(Report, Plan, Pruned.Leftovers, OldMap ? kernelCode(*OldMap) : After, After);
  addImage(Report, *Pruned.Program, Device);
  Error NoAccount = OldMap.takeError();
  if (!NoAccount && Old.MapText) {
    noteBackends(Report, Link, Wanted, Plan, *OldMap, OldSummary);
    NoAccount = accountDifference(Before, Now, Device, [&](StringRef Object) {
                  return shownObject(*Link.Inputs, Object);
                }).moveInto(Report.Account);
  }
  if (NoAccount)
    Report.Notes.push_back(toString(std::move(NoAccount)));
  return Report;
}

} // namespace etprune
