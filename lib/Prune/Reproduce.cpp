// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Reproduce.h"

#include "Object/Arch/Arch.h"
#include "Prune/KnownImage.h"
#include "Prune/Registration.h"
#include "Support/Bytes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace etprune {

namespace {

/// The function or variable at an address, and the byte there: "0x4b in 'memcpy'".
std::string describe(const ElfImage &Image, uint8_t Byte, uint64_t Address) {
  std::string Text = "0x" + utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2);
  const ImageSymbol *Holder = nullptr;
  for (const ImageSymbol &Symbol : Image.symbols()) {
    const bool IsThumb = Arch::hasThumb(Image.machine()) && Symbol.Type == ELF::STT_FUNC;
    const uint64_t Start = IsThumb ? Symbol.Value & ~uint64_t(1) : Symbol.Value;
    if (Symbol.Section && Start <= Address && Address - Start < Symbol.Size)
      Holder = &Symbol;
  }
  if (Holder)
    Text += " in '" + demangle(Holder->Name) + "'";
  return Text;
}

/// Where two images that should be the same begin to differ: a section's name says little of 300
/// KB, the function at the first byte often everything. "first at 0x8124, 0x24 into '.text': 0x4b
/// in 'memcpy'; linked again 0x5c in 'memset'", for the lowest section, by the image's address, in
/// which both have bytes that differ; empty where there is none. `Again` is the image that was
/// linked again.
std::string firstDifference(const ElfImage &Again, const ElfImage &Image) {
  std::vector<const ImageSection *> Sections;
  for (const ImageSection &Section : Image.sections())
    if (Section.isAllocated() && Section.hasContent())
      Sections.push_back(&Section);
  llvm::stable_sort(Sections, [](const ImageSection *A, const ImageSection *B) {
    return A->Address < B->Address;
  });
  for (const ImageSection *Section : Sections) {
    const ImageSection *Other = Again.findSection(Section->Name);
    if (!Other || !Other->hasContent())
      continue;
    ArrayRef<uint8_t> New = Again.contentOf(*Other), Old = Image.contentOf(*Section);
    const size_t Common = std::min(New.size(), Old.size());
    const size_t At =
        std::mismatch(Old.begin(), Old.begin() + Common, New.begin()).first - Old.begin();
    if (At == Common)
      continue;
    return "first at 0x" + utohexstr(Section->Address + At, /*LowerCase=*/true) + ", 0x" +
           utohexstr(At, /*LowerCase=*/true) + " into '" + Section->Name +
           "': " + describe(Image, Old[At], Section->Address + At) + "; linked again " +
           describe(Again, New[At], Other->Address + At);
  }
  return "";
}

/// What can make two images of one link differ; which of it did, the user knows.
std::vector<std::string> possibleReasons(const CapturedLink &Link, StringRef WithoutPlugins) {
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

} // namespace

Expected<std::string> reproduceImage(const CapturedLink &Link, const ElfImage &Image,
                                     const LinkMap *Map, ArrayRef<KernelRecord> Records,
                                     const PruneOptions &Options, StringRef WithoutPlugins) {
  auto Plan = planOfImage(Image, Map, Records);
  if (!Plan)
    return Plan.takeError();
  if (const SelfRegisteringProgram *Program = Link.Kernels.Program.get();
      Program && Map && !Plan->Everything) {
    const MapIndex InImage = indexOf(*Program, *Map);
    for (const SelfRegisteringProgram::Backend &Backend : Program->Backends)
      if (!InImage.contains(*Backend.Initializer.first, Backend.Initializer.second))
        Plan->DroppedBackends.insert(Backend.Name);
  }
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
  return createStringError("linking again does not give '" + Image.name() + "'" +
                           continuationLines(Lines));
}

} // namespace etprune
