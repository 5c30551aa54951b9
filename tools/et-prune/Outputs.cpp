// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that et-prune writes, and where.
//
// With --output the pruned image goes there, the side outputs of its link (map, dependency file,
// import library) go beside it, and nothing else changes. In place, the image is replaced together
// with all that describes it: the bundle, which has to know the new image, and the side outputs
// beside the image that have its name ("app.map" or "app.elf.map" of "app.elf"). A bundle names the
// places of the link that it records, perhaps by its author's intention; these count for nothing,
// but in the command that et-prune is given in the same run.
//
// `-o` writes no second bundle. The input's bundle makes every image; a copy would only double the
// disk space.
//
// Either all of these files are written or none, and the report is printed before the first is,
// when everything is ready: stdout cannot be taken back, but an image that was pruned although the
// run failed is worse than a report of a pruning that a failing disk then prevented. The
// message after it says that nothing was changed.

#include "PruneSteps.h"

#include "common/Messages.h"

#include "Link/Relink/Trust.h"
#include "Object/InputObject.h"
#include "Support/InputFile.h"
#include "Support/Numbers.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

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

/// True where a file's name says that it is a side output of the image beside it: "app.map" and
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
std::string staleSideOutput(const Options &Opts, const RecordedLink &Link, const SideOutput &Output,
                            StringRef Path) {
  std::string Linked = Link.Names.onMachine(Output.Path);
  if (!sys::fs::equivalent(Link.Names.onMachine(Link.Command.output()), Opts.Image) ||
      !sys::fs::is_regular_file(Linked) || sys::fs::equivalent(Linked, Path))
    return "";
  return Linked;
}

//===- Import libraries ---------------------------------------------------===//
//
// The objects in which a link leaves its functions' addresses for another link (--out-implib), such
// as the entry functions of a secure image for the non-secure one (--cmse-implib). The other
// program has these addresses in its code, and no pruning moves them there.

/// The addresses of an import library's symbols; empty where it cannot be read.
std::map<std::string, uint64_t> addresses(StringRef Library) {
  std::map<std::string, uint64_t> Result;
  auto Object = InputObject::parse({Library, ""}, "");
  if (!Object) {
    consumeError(Object.takeError());
    return Result;
  }
  for (const ObjectSymbol &Symbol : (*Object)->Symbols)
    if (!Symbol.isLocal() && !Symbol.isUndefined())
      Result[Symbol.Name.str()] = Symbol.Value;
  return Result;
}

/// How an import library's symbols changed, for a message: "2 of its 5 symbols moved or
/// went: 'run' from 0x10000401 to 0x10000381". Empty where each is where it was, and where one of
/// the two cannot be read.
std::string movedImports(StringRef Before, StringRef After) {
  const std::map<std::string, uint64_t> Old = addresses(Before), New = addresses(After);
  if (New.empty())
    return "";
  size_t Moved = 0;
  std::string First;
  for (const auto &[Name, Address] : Old) {
    auto Now = New.find(Name);
    if (Now != New.end() && Now->second == Address)
      continue;
    if (Moved++ == 0)
      First = "'" + Name + "' " +
              (Now == New.end() ? "is gone" : "from " + hex(Address) + " to " + hex(Now->second));
  }
  if (Moved == 0)
    return "";
  return std::to_string(Moved) + " of its " + std::to_string(Old.size()) +
         " symbols moved or went: " + First;
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
    warn(Tool, createStringError("the import library of the pruned image, '" + After +
                                 "', differs: " + Moved +
                                 "\n>>> link the programs again that used the old import library; "
                                 "for a secure image, the non-secure image"));
}

//===- Writing ------------------------------------------------------------===//

Error addSideOutput(AtomicFiles &Files, const Options &Opts, const CapturedLink &Link,
                    const SideOutput &Output) {
  const std::string Path = sideOutputPath(Opts, Output);
  const std::string Stale = staleSideOutput(Opts, Link, Output, Path);
  if (Opts.Output.empty() && Opts.LinkCommand.empty()) {
    if (Error E = checkSideOutput(Output.What, Path, Link.Command.output())) {
      if (E.isA<FileError>())
        return E;
      warn(Tool, createStringError("'" + Path + "' was not written: " + toString(std::move(E))));
      return Error::success();
    }
    if (!Stale.empty())
      warn(Tool, createStringError("'" + Stale +
                                   "' describes the old image and stays, because it is not named "
                                   "after the image; the new one is '" +
                                   Path + "'"));
  }
  if (Output.What == LinkOperand::ImportLibrary)
    warnOfMovedImports(Stale.empty() ? Path : Stale, Path, Output.Contents);
  return Files.add(Path, Output.Contents);
}

/// The bundle of the new image: it knows the full image, the one that is replaced and the new one,
/// so that whichever of the two is there after a crash is known.
void recordNewImage(RecordedLink &Link, const ImageBefore &Old, const PrunedLink &Pruned) {
  std::vector<RecordedImage> Images;
  std::set<std::string> Hashes;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    auto Summary = recordedSummary(Link.Images[I]);
    const std::string Hash = Summary ? Summary->FileHash : "";
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

/// A link to a file elsewhere, with a bundle that knows that file, may be another person's.
Error checkStaysInFolder(const std::string &Image) {
  SmallString<256> Real, Folder;
  if (sys::fs::real_path(Image, Real))
    return Error::success();
  StringRef Given = sys::path::parent_path(Image);
  if (sys::fs::real_path(Given.empty() ? "." : Given, Folder) ||
      sys::path::parent_path(Real) == Folder)
    return Error::success();
  return createStringError("cannot write '" + Image + "': it is a symbolic link to '" + Real +
                           "', in another folder; name that file, or another one with -o");
}

} // namespace

Error checkOutputs(const Options &Opts) {
  std::vector<ReadFile> Inputs = filesOf(Opts.Selectors);
  for (const std::string &Report : Opts.ComparedReports)
    Inputs.push_back({Report, "it is one of the reports that are read"});
  if (!Opts.Image.empty()) {
    Inputs.push_back({Opts.Image, "it is the image"});
    Inputs.push_back({bundleOf(Opts.Image), "it is the link bundle of '" + Opts.Image + "'"});
  }
  for (const std::string &Word : Opts.LinkCommand)
    Inputs.push_back({Word, "the link command names it"});
  return checkReplacesNone({Opts.Output, Opts.Reports.Text, Opts.Reports.Json, Opts.Reports.Html},
                           Inputs);
}

Error writeReports(const Options &Opts, const ReportForms &Report) {
  AtomicFiles Files(AtomicFiles::Durable);
  if (Error E = addReports(Files, Opts.Reports, Report))
    return E;
  return Files.commit([&] {
    if (Opts.JsonToStdout)
      outs() << Report.json();
    else if (!Opts.Quiet)
      outs() << Report.text();
    return flushOutput();
  });
}

Error addOutputs(AtomicFiles &Files, const Options &Opts, Pruning &State) {
  const bool InPlace = Opts.Output.empty();
  const PrunedLink &Pruned = State.Pruned;
  if (InPlace) {
    if (Error E =
            joinErrors(checkStaysInFolder(Opts.Image), checkBundlePlace(bundleOf(Opts.Image))))
      return E;
    recordNewImage(State.Link, State.Before, Pruned);
    if (Error E = addBundle(Files, bundleOf(Opts.Image), *State.Bundle))
      return E;
  }
  // Beside a device there is no place for a map, and a folder that is missing is the image's error.
  const bool IsDevice =
      !InPlace && sys::fs::exists(Opts.Output) && !sys::fs::is_regular_file(Opts.Output);
  const StringRef Folder = InPlace ? "" : sys::path::parent_path(Opts.Output);
  if (!Folder.empty() && !sys::fs::is_directory(Folder))
    return createStringError("cannot write '" + Opts.Output + "': " +
                             std::make_error_code(sys::fs::exists(Folder)
                                                      ? std::errc::not_a_directory
                                                      : std::errc::no_such_file_or_directory)
                                 .message());
  for (const SideOutput &Output : Pruned.Link.SideOutputs)
    if (IsDevice)
      break;
    else if (Error E = addSideOutput(Files, Opts, State.Link, Output))
      return E;
  return Files.add(InPlace ? Opts.Image : Opts.Output, Pruned.Link.Image->getBuffer(),
                   /*Executable=*/true);
}

} // namespace etprune
