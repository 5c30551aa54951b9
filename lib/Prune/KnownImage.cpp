// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/KnownImage.h"

#include "Link/Linkers/ProgramFile.h"
#include "Object/Arch/Arch.h"
#include "Object/IntermediateCode.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace etprune {

namespace {

std::string continuationLines(ArrayRef<std::string> Lines) {
  return Lines.empty() ? "" : "\n>>> " + join(Lines, "\n>>> ");
}

} // namespace

Expected<KnownImage> findKnownImage(const RecordedLink &Link, const ImageSummary &Image,
                                    StringRef Path) {
  KnownImage Known;
  std::optional<ImageDifferences> Nearest;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    ASSIGN_OR_RETURN(auto Recorded, recordedSummary(Link.Images[I]));
    if (Recorded.FileHash == Image.FileHash && Recorded.FileSize == Image.FileSize)
      return KnownImage{I, {}};
    ImageDifferences Differences = compareImages(Recorded, Image);
    if (!Nearest || Differences.Loaded.size() < Nearest->Loaded.size()) {
      Nearest = std::move(Differences);
      Known.Index = I;
    }
  }
  if (!Nearest)
    return createStringError(
        "'" + Path +
        "' is not an image of its link bundle: the bundle lists no image; link the program again");
  if (!Nearest->sameLoaded()) {
    constexpr size_t Shown = 3;
    const ArrayRef<std::string> All = Nearest->Loaded;
    std::string Differences = continuationLines(All.take_front(Shown));
    if (All.size() > Shown)
      Differences += "\n>>> and " + counted(All.size() - Shown, "other difference");
    return createStringError(
        "'" + Path + "' is not an image of its link bundle, which made '" + Link.Command.output() +
        "'" + Differences +
        "\n>>> the image was changed after its link, or the program was linked again without the "
        "wrapper,\n>>> or the bundle belongs to another program\n>>> link the program again "
        "through the wrapper, and change an image only after it is pruned");
  }
  Known.HarmlessDifferences = std::move(Nearest->Other);
  return Known;
}

Expected<ImageLink> readImageLink(const ElfImage &Image, const std::string &BundlePath) {
  ASSIGN_OR_RETURN(auto Link, CapturedLink::read(BundlePath));
  ASSIGN_OR_RETURN(auto Known, findKnownImage(Link, Image.summary(), Image.name()));
  ImageLink Result{std::move(Link), {}};
  ASSIGN_OR_RETURN(Result.Map,
                   readMap(Result.Link, Result.Link.Images[Known.Index].Map, "the bundle's map"));
  return Result;
}

namespace {

/// Describes the byte at an address, and the function or variable around it: "0x4b in 'memcpy'".
std::string describe(const ElfImage &Image, uint8_t Byte, uint64_t Address) {
  std::string Holder;
  for (const ImageSymbol &Symbol : Image.symbols()) {
    const bool IsThumb = Arch::hasThumb(Image.machine()) && Symbol.Type == ELF::STT_FUNC;
    const uint64_t Start = IsThumb ? Symbol.Value & ~uint64_t(1) : Symbol.Value;
    if (Symbol.IsInSection && containsRange(Start, Symbol.Size, Address, 1))
      Holder = " in '" + demangle(Symbol.Name) + "'";
  }
  return "0x" + utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2) + Holder;
}

/// The first difference of the sections' bytes: "first difference at 0x8124 ('.text' + 0x24): the
/// image has 0x4b in 'memcpy', the relinked image 0x5c in 'memset'". Empty if there is none.
/// `Again` is the relinked image.
std::string firstDifference(const ElfImage &Again, const ElfImage &Image) {
  for (const ImageSection &Section : Image.sections()) {
    const ImageSection *Other = Again.findSection(Section.Name);
    if (!Section.isAllocated() || !Other)
      continue;
    const ArrayRef<uint8_t> New = Again.contentOf(*Other), Old = Image.contentOf(Section);
    const size_t Common = std::min(New.size(), Old.size());
    const size_t At =
        std::mismatch(Old.begin(), Old.begin() + Common, New.begin()).first - Old.begin();
    if (At != Common)
      return "first difference at " + hex(Section.Address + At) + " ('" + Section.Name + "' + " +
             hex(At) + "): the image has " + describe(Image, Old[At], Section.Address + At) +
             ", the relinked image " + describe(Again, New[At], Other->Address + At);
  }
  return "";
}

void addPossibleReasons(const CapturedLink &Link, StringRef WithoutPlugins,
                        std::vector<std::string> &Lines) {
  Lines.push_back("possible reasons:");
  for (StringRef Line : llvm::split(WithoutPlugins, '\n'))
    if (!Line.empty())
      Lines.push_back(("- the relink lacked a plugin of the recorded link: " + Line).str());
  if (llvm::any_of(Link.Objects, [](const auto *Object) { return hidesIntermediateCode(*Object); }))
    Lines.push_back("- the program was linked with -flto but without et-ld, which compiles the "
                    "registrations to machine code before the link: add -B" +
                    libexecFolder() + " to the link command, and link it again");
  for (const LinkArgument &Argument : Link.Command.Arguments)
    if (Argument.Option && Argument.Option->Name == "build-id" && Argument.Value == "uuid")
      Lines.push_back("- the link has '--build-id=uuid', which gives every image another build ID");
  Lines.push_back("- the image was edited after its link: a checksum, a signature, a patch");
  Lines.push_back(
      "- the image was made by another command, another linker, or other versions of the files "
      "than this link uses");
}

} // namespace

Expected<PrunePlan> planOfKnownImage(const CapturedLink &Link, const ElfImage &Image,
                                     const LinkMap *Map) {
  ASSIGN_OR_RETURN(auto Plan, planOfImage(Image, Map, Link.Kernels));
  if (const SelfRegisteringProgram *Program = Link.Kernels.Program.get();
      Program && Map && !Plan.Everything) {
    const MapIndex InImage = indexOf(*Program, *Map);
    for (const BackendInitializer &Backend : Program->Backends)
      if (!InImage.contains(*Backend.Code.Object, Backend.Code.Index))
        Plan.DroppedBackends.insert(Backend.Name);
  }
  narrowPlan(Link, Plan);
  return Plan;
}

Expected<PrunedLink> reproduceImage(const CapturedLink &Link, const PrunePlan &Plan,
                                    const ElfImage &Image, const PruneOptions &Options,
                                    StringRef WithoutPlugins) {
  auto Again = pruneLink(Link, Plan, Options);
  if (!Again)
    return Again;
  if (!Again->Link.Image)
    return createStringError("the link of '" + Image.name() + "' cannot be repeated:\n" +
                             Again->Link.Stderr);
  ImageDifferences Differences = compareImages(Again->Summary, Image.summary());
  if (Differences.sameLoaded())
    return Again;
  std::vector<std::string> Lines = std::move(Differences.Loaded);
  if (std::string First = firstDifference(Again->Program->Image, Image); !First.empty())
    Lines.push_back(std::move(First));
  addPossibleReasons(Link, WithoutPlugins, Lines);
  return createStringError("linking again does not give '" + Image.name() + "'" +
                           continuationLines(Lines));
}

} // namespace etprune
