// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/KnownImage.h"

#include "Image/FirstDifference.h"
#include "Image/KernelTable.h"
#include "Object/RecordNames.h"
#include "Support/Counted.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace etprune {

namespace {

std::string listed(ArrayRef<std::string> Lines) {
  std::string Text;
  for (const std::string &Line : Lines)
    Text += "\n>>> " + Line;
  return Text;
}

/// The records of a link by what its image says of a kernel.
class RecordIndex {
public:
  RecordIndex(const ElfImage &Image, ArrayRef<KernelRecord> Records) {
    for (const KernelRecord &Record : Records) {
      BySymbol[Record.Symbol] = &Record;
      auto [It, New] = ByCall.try_emplace({Record.Op, Record.Key}, &Record);
      if (!New)
        It->second = nullptr;
    }
    for (const ImageSymbol &Symbol : Image.symbols())
      if (isKernelSymbol(Symbol.Name))
        Functions[Symbol.Value] = Symbol.Name;
  }

  /// The record behind a table entry: by the name of its function's symbol, else by operator and
  /// key where only one record has them.
  const KernelRecord *find(const KernelEntry &Entry) const {
    if (auto Symbol = Functions.find(Entry.Function); Symbol != Functions.end()) {
      const KernelRecord *Record = BySymbol.lookup(Symbol->second);
      if (Record && Record->Op == Entry.Name && Record->Key == Entry.Key)
        return Record;
    }
    auto It = ByCall.find({Entry.Name, Entry.Key});
    return It == ByCall.end() ? nullptr : It->second;
  }

private:
  StringMap<const KernelRecord *> BySymbol;
  /// By operator and key; null where several records have both.
  std::map<std::pair<std::string, std::optional<std::string>>, const KernelRecord *> ByCall;
  std::map<uint64_t, StringRef> Functions; // any address: DenseMap has reserved keys
};

bool isInMap(const LinkMap &Map, const InputObject &Object, uint32_t Section) {
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      const std::string Name =
          C.Member.empty() ? C.File.str() : (C.File + "(" + C.Member + ")").str();
      if (C.Size && C.Section == Object.Sections[Section].Name && Name == Object.Name)
        return true;
    }
  return false;
}

/// True where the image is the recorded one but for details. Edits leave other sections as they
/// are, or at least in their places; a link of other code moves most and changes what refers to it.
bool isEditOf(const ImageSummary &Recorded, const ImageSummary &Image) {
  if (Recorded.Machine != Image.Machine || Recorded.Is64Bit != Image.Is64Bit)
    return false;
  uint64_t Bytes = 0, SameBytes = 0;
  bool SamePlaces = true;
  for (const SectionSummary &Section : Recorded.Sections) {
    if (!Section.isAllocated() || Section.Size == 0)
      continue;
    const SectionSummary *Now = Image.findSection(Section.Name);
    const bool SamePlace = Now && Now->Size == Section.Size && Now->Address == Section.Address;
    SamePlaces &= SamePlace;
    if (!Section.hasContent())
      continue;
    Bytes += Section.Size;
    if (Now && Now->Size == Section.Size && Now->Hash == Section.Hash)
      SameBytes += Section.Size;
  }
  return SamePlaces || SameBytes >= Bytes - SameBytes;
}

/// For an image that is none of those that the link and later prunings made.
Error anotherLinksImage(const CapturedLink &Link, StringRef Path, ArrayRef<std::string> Lines) {
  constexpr size_t Shown = 3;
  std::string Differences = listed(Lines.take_front(Shown));
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
                             listed(Nearest->Loaded));
  Known.HarmlessDifferences = std::move(Nearest->Other);
  return Known;
}

Expected<PrunePlan> planOfImage(const ElfImage &Image, const LinkMap *Map,
                                ArrayRef<KernelRecord> Records) {
  PrunePlan Plan;
  auto Range = findKernelTable(Image, Map);
  if (!Range && !Records.empty() && Records.front().AtRunTime) {
    consumeError(Range.takeError()); // the program registers all of them when it starts
    for (const KernelRecord &Record : Records)
      Plan.Kept.push_back({&Record, {}});
    Plan.Everything = true;
    return Plan;
  }
  if (!Range)
    return Range.takeError();
  auto Entries = readKernelTable(Image, *Range);
  if (!Entries)
    return Entries.takeError();

  RecordIndex Index(Image, Records);
  std::set<const KernelRecord *> Kept;
  for (const KernelEntry &Entry : *Entries) {
    const KernelRecord *Record = Index.find(Entry);
    if (!Record)
      return createStringError("'" + Image.name() + "' registers a kernel for '" + Entry.Name +
                               "' that its link has not, or has twice");
    Plan.Kept.push_back({Record, {}});
    Kept.insert(Record);
  }
  for (const KernelRecord &Record : Records)
    if (!Kept.count(&Record))
      Plan.Dropped.push_back(&Record);
  llvm::sort(Plan.Dropped, [](const KernelRecord *A, const KernelRecord *B) { return *A < *B; });
  Plan.Everything = Plan.Dropped.empty() && (Records.empty() || !Records.front().AtRunTime);
  return Plan;
}

/// What can make two images of one link differ, of which only the user knows which it was.
static std::vector<std::string> possibleReasons(const CapturedLink &Link,
                                                StringRef WithoutPlugins) {
  std::vector<std::string> Reasons;
  SmallVector<StringRef> Lines;
  WithoutPlugins.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    Reasons.push_back(("the linker ran without a plugin that it had: " + Line).str());
  for (const LinkArgument &Argument : Link.Command.Arguments)
    if (Argument.Option && Argument.Option->Name == "build-id" && Argument.Value == "uuid")
      Reasons.push_back("the link has '--build-id=uuid', which is another for every image");
  Reasons.push_back("the image was edited after its link: a checksum, a signature, a patch");
  Reasons.push_back("another command, linker or version of a file made it than are used now");
  return Reasons;
}

Expected<std::string> reproduceImage(const CapturedLink &Link, const ElfImage &Image,
                                     const LinkMap *Map, ArrayRef<KernelRecord> Records,
                                     const PruneOptions &Options, StringRef WithoutPlugins) {
  auto Plan = planOfImage(Image, Map, Records);
  if (!Plan)
    return Plan.takeError();
  if (const StockProgram *Program = Link.Kernels.Program.get(); Program && Map && !Plan->Everything)
    for (const StockObject &Object : Program->Objects)
      for (const StockBackend &Backend : Object.Backends)
        if (!isInMap(*Map, *Object.Object, Backend.Code))
          Plan->DroppedBackends.insert(Backend.Name);
  auto Again = pruneLink(Link, *Plan, Options);
  if (!Again)
    return Again.takeError();
  if (!Again->Link.Image)
    return createStringError("the link of '" + Image.name() + "' cannot be done again:\n" +
                             Again->Link.Stderr);
  ImageDifferences Differences = compareImages(Again->Summary, Image.summary());
  if (Differences.sameLoaded())
    return std::move(Again->Link.Map);
  auto Other = ElfImage::read(*Again->Link.Image);
  if (!Other)
    return Other.takeError();
  std::vector<std::string> Lines = std::move(Differences.Loaded);
  if (std::string First = firstDifference(*Other, Image); !First.empty())
    Lines.push_back(std::move(First));
  Lines.push_back("possible reasons:");
  for (const std::string &Reason : possibleReasons(Link, WithoutPlugins))
    Lines.push_back("- " + Reason);
  return createStringError("linking again does not give '" + Image.name() + "'" + listed(Lines));
}

} // namespace etprune
