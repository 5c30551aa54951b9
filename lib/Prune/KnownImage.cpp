// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/KnownImage.h"

#include "Support/Counted.h"

using namespace llvm;

namespace etprune {

std::string continuationLines(ArrayRef<std::string> Lines) {
  std::string Text;
  for (const std::string &Line : Lines)
    Text += "\n>>> " + Line;
  return Text;
}

namespace {

/// True where the image is the recorded one but for details. Edits leave other sections as they
/// are, or at least at their addresses; a link of other code moves most sections and changes the
/// references to them.
bool isEditOf(const ImageSummary &Recorded, const ImageSummary &Image) {
  if (Recorded.Machine != Image.Machine || Recorded.Is64Bit != Image.Is64Bit)
    return false;
  uint64_t Bytes = 0, SameBytes = 0;
  bool SameAddresses = true;
  for (const SectionSummary &Section : Recorded.Sections) {
    if (!Section.isAllocated() || Section.Size == 0)
      continue;
    const SectionSummary *Now = Image.findSection(Section.Name);
    SameAddresses &= Now && Now->Size == Section.Size && Now->Address == Section.Address;
    if (!Section.hasContent())
      continue;
    Bytes += Section.Size;
    if (Now && Now->Size == Section.Size && Now->Hash == Section.Hash)
      SameBytes += Section.Size;
  }
  return SameAddresses || SameBytes >= Bytes - SameBytes;
}

/// The error for an image that neither the link nor a later pruning made.
Error anotherLinksImage(const CapturedLink &Link, StringRef Path, ArrayRef<std::string> Lines) {
  constexpr size_t Shown = 3;
  std::string Differences = continuationLines(Lines.take_front(Shown));
  if (Lines.size() > Shown)
    Differences += "\n>>> and " + counted(Lines.size() - Shown, "other difference");
  return createStringError(
      "'" + Path + "' did not come from the link of its bundle: that made '" +
      Link.Command.output() + "' in '" + Link.Directory + "', and the image is another" +
      Differences +
      "\n>>> it was linked again without the wrapper, or a link through it was ended before the "
      "bundle was\n>>> written, or the bundle beside it is of another program\n>>> link the "
      "program again through the wrapper, or copy the image together with its own bundle");
}

} // namespace

Expected<KnownImage> findKnownImage(const CapturedLink &Link, const ImageSummary &Image,
                                    StringRef Path) {
  KnownImage Known;
  std::optional<ImageDifferences> Nearest;
  bool IsEdited = false;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    auto Recorded = recordedSummary(Link.Images[I]);
    if (!Recorded)
      return Recorded.takeError();
    if (Recorded->FileHash == Image.FileHash && Recorded->FileSize == Image.FileSize) {
      Known.Index = I;
      Known.HarmlessDifferences.clear();
      return Known;
    }
    ImageDifferences Differences = compareImages(*Recorded, Image);
    if (!Nearest || Differences.Loaded.size() < Nearest->Loaded.size()) {
      Nearest = std::move(Differences);
      IsEdited = isEditOf(*Recorded, Image);
      Known.Index = I;
    }
  }
  if (!Nearest)
    return createStringError("'" + Path +
                             "' did not come from the link of its bundle, which made "
                             "no image; link the program again");
  if (!Nearest->sameLoaded() && !IsEdited)
    return anotherLinksImage(Link, Path, Nearest->Loaded);
  if (!Nearest->sameLoaded())
    return createStringError("'" + Path +
                             "' was edited after its link, and pruning would undo "
                             "that; prune first, then edit, or link the program again" +
                             continuationLines(Nearest->Loaded));
  Known.HarmlessDifferences = std::move(Nearest->Other);
  return Known;
}

} // namespace etprune
