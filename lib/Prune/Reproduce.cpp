// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Reproduce.h"

#include "Image/FirstDifference.h"
#include "Prune/KnownImage.h"
#include "Prune/Registration.h"

using namespace llvm;

namespace etprune {

/// What can make two images of one link differ; which of it did, the user knows.
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
