// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filling the parts of a report that are computed from the two images alone.

#include "Report/Report.h"

#include <map>

using namespace llvm;

namespace etprune {
namespace {

/// Sections of one name are one entry, in the order in which the image, then the pruned image,
/// names them first.
std::vector<SectionChange> compareSections(const ImageSummary &Before, const ImageSummary &After) {
  std::vector<SectionChange> Changes;
  std::map<std::pair<std::string, bool>, size_t> Indices;
  auto changeOf = [&](const SectionSummary &Section) -> SizeChange & {
    bool Loaded = Section.isAllocated();
    auto [It, IsNew] = Indices.try_emplace({Section.Name, Loaded}, Changes.size());
    if (IsNew)
      Changes.push_back({Section.Name, Loaded, {}});
    return Changes[It->second].Size;
  };
  for (const SectionSummary &Section : Before.Sections)
    changeOf(Section).Before += Section.Size;
  for (const SectionSummary &Section : After.Sections)
    changeOf(Section).After += Section.Size;
  return Changes;
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
  for (size_t I = 0; I < OldUsage.size(); ++I)
    Report.Regions.push_back({OldUsage[I].Name,
                              OldUsage[I].Origin,
                              OldUsage[I].Length,
                              {OldUsage[I].Used, NewUsage[I].Used},
                              Report.RegionsFromScript ? Device.kind(I) : MemoryKind::Flash});
  Report.Sections = compareSections(Before, After);
}

} // namespace etprune
