// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outputs.h"

#include "common/Printable.h"

#include "Link/ImportLibrary.h"
#include "Link/Trust.h"
#include "Support/AtomicFiles.h"
#include "Support/InputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// The endings of a side output's name; the first is that of our own choice.
ArrayRef<StringLiteral> endings(LinkOperand::Kind What) {
  static constexpr StringLiteral Map[] = {".map"}, Dependencies[] = {".d"},
                                 Import[] = {".implib.o", "_implib.o"};
  return What == LinkOperand::Map              ? ArrayRef(Map)
         : What == LinkOperand::DependencyFile ? ArrayRef(Dependencies)
                                               : ArrayRef(Import);
}

/// Whether a file's name says that it is a side output of the image beside it: "app.map" and
/// "app.elf.map" of "app.elf".
bool isNamedAfter(StringRef Name, StringRef Image, LinkOperand::Kind What) {
  return llvm::any_of(endings(What), [&](StringRef Ending) {
    return Name == (Image + Ending).str() || Name == (sys::path::stem(Image) + Ending).str();
  });
}

/// The image itself, where its name is a link.
std::string realImage(const Options &Opts) {
  SmallString<256> Real;
  return sys::fs::real_path(Opts.Image, Real) ? Opts.Image : Real.str().str();
}

/// Where a side output of the link goes: with the image that it describes, under its name. The
/// bundle chooses no more than between names of this image.
std::string sideOutputPath(const Options &Opts, const SideOutput &Output) {
  if (!Opts.Output.empty())
    return Opts.Output + endings(Output.What)[0].str();
  if (!Opts.LinkCommand.empty())
    return Output.Path; // the user's own command, just now
  const std::string Image = realImage(Opts);
  const StringRef Name = sys::path::filename(Image), Recorded = sys::path::filename(Output.Path);
  SmallString<256> Path = sys::path::parent_path(Image);
  sys::path::append(Path, isNamedAfter(Recorded, Name, Output.What)
                              ? Recorded.str()
                              : Name.str() + endings(Output.What)[0].str());
  return Path.str().str();
}

/// The side output that the link itself wrote, if it was of the image at hand and is not the one
/// that is written now: it describes the image before. Else empty.
std::string staleSideOutput(const Options &Opts, const CapturedLink &Link, const SideOutput &Output,
                            StringRef Path) {
  auto Absolute = [&](StringRef Name) {
    SmallString<256> Full(sys::path::is_absolute(Name) ? "" : StringRef(Link.Directory));
    sys::path::append(Full, Name);
    return Full.str().str();
  };
  std::string Linked = Absolute(Output.Path);
  if (!sys::fs::equivalent(Absolute(Link.Command.output()), Opts.Image) ||
      !sys::fs::is_regular_file(Linked) || sys::fs::equivalent(Linked, Path))
    return "";
  return Linked;
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

void warnSideOutput(const std::string &Path, const std::string &What) {
  errs() << "et-prune: warning: " << printable("'" + Path + "' " + What) << "\n";
}

Error addSideOutput(AtomicFiles &Files, const Options &Opts, const CapturedLink &Link,
                    const SideOutput &Output) {
  const std::string Path = sideOutputPath(Opts, Output);
  const std::string Stale = staleSideOutput(Opts, Link, Output, Path);
  if (Opts.Output.empty() && Opts.LinkCommand.empty()) {
    if (Error E = checkSideOutput(Output.What, Path, Link.Command.output())) {
      warnSideOutput(Path, "was not written: " + toString(std::move(E)));
      return Error::success();
    }
    if (!Stale.empty())
      warnSideOutput(Stale, "is of the image before, and not named after the image; that of the "
                            "pruned image is '" +
                                Path + "'");
  }
  if (Output.What == LinkOperand::ImportLibrary)
    warnOfMovedImports(Stale.empty() ? Path : Stale, Path, Output.Contents);
  return Files.add(Path, Output.Contents);
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
    bool IsOld = Old.MapText == &Link.Images[I].Map; // it may have been stripped since
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
  for (const SideOutput &Output : Pruned.Link.SideOutputs)
    if (Error E = addSideOutput(Files, Opts, Link, Output))
      return E;
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
                 const PrunedLink &Pruned, const PruneReport &Report, function_ref<Error()> Print) {
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
  return Files.commit(Print);
}

Error writeJson(const Options &Opts, StringRef Json, function_ref<Error()> Print) {
  AtomicFiles Files(AtomicFiles::Durable);
  if (!Opts.ReportJson.empty() && Opts.ReportJson != "-")
    if (Error E = Files.add(Opts.ReportJson, Json))
      return E;
  return Files.commit(Print);
}

} // namespace etprune
