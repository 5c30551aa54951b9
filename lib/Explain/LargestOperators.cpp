// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explains an image in the few lines of a message.

#include "Explain/ImageAccount.h"

#include "Prune/PruneLink.h"
#include "Selection/Selection.h"
#include "Support/Numbers.h"

using namespace llvm;

namespace etprune {

std::string bytesText(const MemoryBytes &Bytes) {
  std::string Text;
  if (Bytes.Flash != 0 || Bytes.Ram == 0)
    Text = grouped(Bytes.Flash) + " B of flash";
  if (Bytes.Ram != 0)
    Text += (Text.empty() ? "" : ", ") + grouped(Bytes.Ram) + " B of RAM";
  return Text;
}

/// Extends each region to the origin of the next region, so that the sections of an image that does
/// not fit are in a region.
static std::vector<MemoryRegion> extended(std::vector<MemoryRegion> Regions) {
  for (MemoryRegion &Region : Regions) {
    uint64_t End = UINT64_MAX;
    for (const MemoryRegion &Next : Regions)
      if (Next.Origin > Region.Origin)
        End = std::min(End, Next.Origin);
    Region.Length = std::max(Region.Length, End - Region.Origin);
  }
  return Regions;
}

Expected<std::unique_ptr<Explanation>> explainAlone(const LinkedProgram &Program) {
  const ImageSummary Summary = Program.Image.summary();
  const std::vector<MemoryRegion> &Regions = Program.Map.Regions;
  const bool Fits = llvm::all_of(Summary.Sections, [&](const SectionSummary &S) {
    const int Start = findRegion(Regions, S.Address);
    return !occupiesMemory(S) || (Start == findRegion(Regions, S.Address + S.Size - 1) &&
                                  (Start >= 0 || Regions.empty()));
  });
  auto Image = explainImage(
      Program, Memories(Fits ? Regions : extended(Regions), {LinkedImage{Program.Map, Summary}}));
  if (Image) // the report has the regions' true sizes
    for (size_t I = 0; I < Regions.size(); ++I)
      (*Image)->Graph.Memories[I].Length = Regions[I].Length;
  return Image;
}

std::string largestOperators(const LinkedProgram &Program) {
  constexpr size_t Shown = 5;
  const auto Image = expectedToStdOptional(explainAlone(Program));
  if (!Image || (*Image)->Account.Operators.empty())
    return "";
  const ImageAccount &Account = (*Image)->Account;
  std::string Lines = "\n>>> the program without kernels takes " +
                      bytesText(Account.KeptBy[static_cast<unsigned>(KeptBy::Program)]) +
                      "; the largest operators (" + grouped(Account.Operators.size()) + " in all):";
  for (const AccountRow &Row : ArrayRef(Account.Operators).take_front(Shown)) {
    Lines += "\n>>>   " + bytesText(Row.Retained) + ": " + Row.Name;
    if (Row.Kernels > 1)
      Lines += ", " + counted(Row.Kernels, "kernel");
    const PrunePlan &Plan = Program.Plan;
    const auto Kernel =
        llvm::find_if(Plan.Kept, [&](const PlannedKernel &K) { return K.Record->Op == Row.Name; });
    if (Kernel != Plan.Kept.end() && !Kernel->Askers.empty() && !Plan.Everything)
      Lines += ", for " + Kernel->Askers.begin()->Text;
  }
  return Lines;
}

std::string describeOverflow(const CapturedLink &Link, const PrunePlan &Plan) {
  if (llvm::any_of(Link.Objects, [](const auto *O) { return O->UsesIntermediateCode; }))
    return "";
  PruneOptions Options;
  Options.AllowOverflow = Options.AddGcSections = true;
  const auto Linked = expectedToStdOptional(pruneLink(Link, Plan, Options));
  return Linked && Linked->Link.Image ? largestOperators(*Linked->Program) : "";
}

} // namespace etprune
