// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outputs.h"

#include "common/Printable.h"

#include "Link/AtomicFiles.h"
#include "Link/ImportLibrary.h"
#include "Link/Trust.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// Where a side output lies beside the image, as when both were linked; the folder may have moved
/// since.
std::string placeBesideImage(const Options &Opts, const CapturedLink &Link,
                             const SideOutput &Output) {
  auto Absolute = [&](StringRef Path) {
    SmallString<256> Full(sys::path::is_absolute(Path) ? "" : StringRef(Link.Directory));
    sys::path::append(Full, Path);
    sys::path::remove_dots(Full);
    return Full;
  };
  SmallString<256> Recorded = Absolute(Link.Command.output()), Path = Absolute(Output.Path);
  SmallString<256> Image;
  if (sys::fs::equivalent(Recorded, Opts.Image) || sys::fs::real_path(Opts.Image, Image))
    return Path.str().str();
  // The nearest folder that held both; what leads from there to the image must lead to it today.
  SmallString<256> Common = sys::path::parent_path(Recorded);
  while (!Common.empty() && Common != "/" && !Path.starts_with((Common + "/").str()))
    Common = SmallString<256>(sys::path::parent_path(Common));
  StringRef Moved = Image;
  if (!Moved.consume_back(Recorded.substr(Common.size())))
    return Path.str().str();
  return (Moved + Path.substr(Common.size())).str();
}

/// Where a side output of the link goes: with the image that it describes.
std::string sideOutputPath(const Options &Opts, const CapturedLink &Link,
                           const SideOutput &Output) {
  if (Opts.Output.empty())
    return placeBesideImage(Opts, Link, Output);
  return Opts.Output + (Output.What == LinkOperand::Map              ? ".map"
                        : Output.What == LinkOperand::DependencyFile ? ".d"
                                                                     : ".implib.o");
}

/// A program that was linked with the image's import library calls the addresses that it had.
void warnOfMovedImports(const std::string &Before, const std::string &After, StringRef Contents) {
  if (Error E = checkIsFile(Before))
    return consumeError(std::move(E));
  auto Old = MemoryBuffer::getFile(Before, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Old)
    return;
  std::string Moved = movedImports((*Old)->getBuffer(), Contents);
  if (!Moved.empty())
    errs() << "et-prune: warning: "
           << printable("the import library of the pruned image, '" + After +
                        "', differs: " + Moved)
           << "\n>>> link again what was linked with the one before: for a secure image, the "
              "non-secure one\n";
}

/// The bundle of the new image: it knows the full image, the one that is replaced and the new one,
/// so that whichever of the two is there after a crash is known.
void recordNewImage(CapturedLink &Link, const ImageBefore &Old, const PrunedLink &Pruned) {
  std::vector<RecordedImage> Images;
  std::set<uint64_t> Hashes;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    auto Summary = recordedSummary(Link.Images[I]);
    uint64_t Hash = Summary ? Summary->FileHash : 0;
    if (!Summary)
      consumeError(Summary.takeError()); // checked when the bundle was read
    bool IsFull = Link.HasFullImage && I == 0;
    bool IsOld = Old.Summary && Old.Summary->FileHash == Hash;
    if ((IsFull || IsOld) && Hashes.insert(Hash).second)
      Images.push_back(std::move(Link.Images[I]));
  }
  if (Hashes.insert(Pruned.Summary.FileHash).second)
    Images.push_back(recordImage(Pruned.Summary, Pruned.Link.Map));
  Link.Images = std::move(Images);
}

/// Prepares all that is written besides the report; `Bundle` must live until it is committed.
Error addResult(AtomicFiles &Files, const Options &Opts, CapturedLink &Link, const ImageBefore &Old,
                const PrunedLink &Pruned, std::string &Bundle) {
  bool InPlace = Opts.Output.empty();
  if (InPlace) {
    recordNewImage(Link, Old, Pruned);
    auto Bytes = BundleWriter(Link).finish();
    if (!Bytes)
      return Bytes.takeError();
    Bundle = std::move(*Bytes);
    if (Error E = Files.add(bundleOf(Opts.Image), Bundle))
      return E;
  }
  for (const SideOutput &Output : Pruned.Link.SideOutputs) {
    std::string Path = sideOutputPath(Opts, Link, Output);
    if (InPlace)
      if (Error E = checkSideOutput(Output.What, Path, Opts.Image, Link.Command.output())) {
        errs() << "et-prune: warning: "
               << printable("'" + Path + "' was not written: " + toString(std::move(E))) << "\n";
        continue;
      }
    if (Output.What == LinkOperand::ImportLibrary)
      warnOfMovedImports(placeBesideImage(Opts, Link, Output), Path, Output.Contents);
    if (Error E = Files.add(Path, Output.Contents))
      return E;
  }
  return Files.add(InPlace ? Opts.Image : Opts.Output, Pruned.Link.Image->getBuffer(),
                   /*Executable=*/true);
}

} // namespace

std::string bundleOf(const std::string &Image) {
  SmallString<256> Real;
  std::string Own = bundlePath(Image);
  if (sys::fs::exists(Own) || sys::fs::real_path(Image, Real))
    return Own;
  std::string Behind = bundlePath(Real.str().str());
  return sys::fs::exists(Behind) ? Behind : Own;
}

Error writeFiles(const Options &Opts, CapturedLink &Link, const ImageBefore &Old,
                 const PrunedLink &Pruned, const PruneReport &Report) {
  AtomicFiles Files(AtomicFiles::Durable);
  std::string Bundle, Text, Json;
  if (!Opts.DryRun)
    if (Error E = addResult(Files, Opts, Link, Old, Pruned, Bundle))
      return E;
  if (!Opts.ReportText.empty()) {
    raw_string_ostream Stream(Text);
    TextReportOptions Form;
    Form.Verbose = Opts.Verbose;
    printTextReport(Report, Form, Stream);
    Text = printable(Stream.str());
    if (Error E = Files.add(Opts.ReportText, Text))
      return E;
  }
  if (!Opts.ReportJson.empty() && Opts.ReportJson != "-") {
    raw_string_ostream Stream(Json);
    printJsonReport(Report, Stream);
    if (Error E = Files.add(Opts.ReportJson, Stream.str()))
      return E;
  }
  return Files.commit();
}

Error writeJson(const Options &Opts, StringRef Json) {
  if (Opts.ReportJson.empty() || Opts.ReportJson == "-")
    return Error::success();
  AtomicFiles Files(AtomicFiles::Durable);
  if (Error E = Files.add(Opts.ReportJson, Json))
    return E;
  return Files.commit();
}

} // namespace etprune
