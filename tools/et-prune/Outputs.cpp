// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that et-prune writes, and where.
//
// With --output, et-prune writes the pruned image to that path, and the link's side outputs (map,
// dependency file, import library) beside the pruned image. It writes no bundle, because a later
// pruning starts from the input and its bundle. Without --output, et-prune replaces the image, its
// bundle, and the side outputs that are named after the image (isNamedAfter()).
//
// A bundle may come from a stranger, so et-prune never writes to the paths that the bundle's link
// wrote. If the user gives the link command after `--`, et-prune writes to the command's paths.
//
// Either all files are written or none. The report is printed just before the first file is put in
// place, so an error in printing changes no file. If a disk then fails, the user has a report of a
// pruning that did not happen, but never a failed run that changed the image.

#include "Modes.h"

#include "common/Messages.h"

#include "Link/Relink/Trust.h"
#include "Object/InputObject.h"
#include "Support/InputFile.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The endings of a side output's name. If et-prune chooses the name, it uses the first ending.
ArrayRef<StringLiteral> endings(OptionUse What) {
  static constexpr StringLiteral Map[] = {".map"}, Dependencies[] = {".d"},
                                 Import[] = {".implib.o", "_implib.o"};
  return What == OptionUse::Map              ? ArrayRef(Map)
         : What == OptionUse::DependencyFile ? ArrayRef(Dependencies)
                                             : ArrayRef(Import);
}

/// True if a file's name marks it as a side output of the image beside it: "app.map" and
/// "app.elf.map" for "app.elf".
bool isNamedAfter(StringRef Name, StringRef Image, OptionUse What) {
  return llvm::any_of(endings(What), [&](StringRef Ending) {
    return Name == (Image + Ending).str() || Name == (sys::path::stem(Image) + Ending).str();
  });
}

std::string realImage(const Options &Opts) {
  SmallString<256> Real;
  return sys::fs::real_path(Opts.Image, Real) ? Opts.Image : Real.str().str();
}

/// The path to write a side output to. The recorded file name is used only if it is made from the
/// image's name (isNamedAfter()).
std::string sideOutputPath(const Options &Opts, const SideOutput &Output) {
  if (!Opts.Output.empty())
    return Opts.Output + endings(Output.What)[0].str();
  if (!Opts.LinkCommand.empty())
    return Output.Path; // a path of the user's own command in this run
  const std::string Image = realImage(Opts);
  const StringRef Name = sys::path::filename(Image), Recorded = sys::path::filename(Output.Path);
  SmallString<256> Path = sys::path::parent_path(Image);
  sys::path::append(Path, isNamedAfter(Recorded, Name, Output.What)
                              ? Recorded.str()
                              : Name.str() + endings(Output.What)[0].str());
  return Path.str().str();
}

/// The path of the old image's side output if this run does not replace that file, else empty.
std::string staleSideOutput(const Options &Opts, const RecordedLink &Link, const SideOutput &Output,
                            StringRef Path) {
  std::string Linked = Link.Names.onMachine(Output.Path);
  if (!sys::fs::equivalent(Link.Names.onMachine(Link.Command.output()), Opts.Image) ||
      !sys::fs::is_regular_file(Linked) || sys::fs::equivalent(Linked, Path))
    return "";
  return Linked;
}

/// The addresses of an import library's symbols; empty if the library cannot be read.
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

/// An import library has the addresses of an image's functions, for the link of another program. If
/// pruning moves a function, the other program must be linked again.
void warnOfMovedImports(const std::string &Before, const std::string &After, StringRef Contents) {
  if (Error E = checkIsFile(Before))
    return consumeError(std::move(E));
  auto File = mapFile(Before);
  const std::map<std::string, uint64_t> New = addresses(Contents);
  if (!File || New.empty())
    return;
  const std::map<std::string, uint64_t> Old = addresses((*File)->getBuffer());
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
  if (Moved != 0)
    warn(Tool,
         createStringError(
             "the import library '" + After + "' differs from the import library of the old " +
             "image: " + Twine(Moved) + " of " + Twine(Old.size()) +
             " symbols moved or disappeared: " + First +
             "\n>>> link the programs that used the old import library again; for a secure image, "
             "link the non-secure image again"));
}

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
      warn(Tool,
           createStringError(
               "'" + Stale +
               "' still describes the old image, because et-prune replaces only files that have "
               "the image's name, in the image's folder; the file for the new image is '" +
               Path + "'"));
  }
  if (Output.What == OptionUse::ImportLibrary)
    warnOfMovedImports(Stale.empty() ? Path : Stale, Path, Output.Contents);
  return Files.add(Path, Output.Contents);
}

/// Keeps the old image, so that bundle and image match even after a crash between the two renames.
void recordNewImage(RecordedLink &Link, const ImageBefore &Old, const PrunedLink &Pruned) {
  std::vector<RecordedImage> Images;
  std::set<std::string> Hashes;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    auto Summary = recordedSummary(Link.Images[I]);
    const std::string Hash = Summary ? Summary->FileHash : "";
    if (!Summary)
      consumeError(Summary.takeError()); // checked when the bundle was read
    bool IsFull = Link.HasFullImage && I == 0;
    // Do not compare hashes. The old image may have been stripped since its link.
    bool IsOld = Old.MapText == &Link.Images[I].Map;
    if ((IsFull || IsOld) && Hashes.insert(Hash).second)
      Images.push_back(std::move(Link.Images[I]));
  }
  if (Hashes.insert(Pruned.Summary.FileHash).second)
    Images.push_back(recordImage(Pruned.Summary, Pruned.Link.Map));
  Link.Images = std::move(Images);
}

/// Fails if a symbolic link leads to another folder, whose file may belong to another person.
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

Error writeReports(AtomicFiles &Files, const Options &Opts, const ReportForms &Report,
                   StringRef LinkerOutput) {
  RETURN_IF_ERROR(addReports(Files, Opts.Reports, Report));
  return Files.commit([&] {
    (Opts.JsonToStdout ? errs() : outs()) << printable(LinkerOutput);
    if (Opts.JsonToStdout)
      outs() << Report.json();
    else if (!Opts.Quiet)
      outs() << Report.text();
    return flushOutput(Opts.JsonToStdout ? Reader::Program : Reader::Person);
  });
}

Error writeReports(const Options &Opts, const ReportForms &Report) {
  AtomicFiles Files(AtomicFiles::Durable);
  return writeReports(Files, Opts, Report, "");
}

Error addOutputs(AtomicFiles &Files, const Options &Opts, Pruning &State) {
  const bool InPlace = Opts.Output.empty();
  const PrunedLink &Pruned = State.Pruned;
  if (InPlace) {
    RETURN_IF_ERROR(
        joinErrors(checkStaysInFolder(Opts.Image), checkBundlePlace(bundleOf(Opts.Image))));
    recordNewImage(State.Link, State.Before, Pruned);
    RETURN_IF_ERROR(addBundle(Files, bundleOf(Opts.Image), *State.Bundle));
  }
  // Write no side outputs beside a device, such as /dev/null. Check the folder before
  // addSideOutput(), so that the error for a missing folder names the image, not a side output.
  const bool IsDevice =
      !InPlace && sys::fs::exists(Opts.Output) && !sys::fs::is_regular_file(Opts.Output);
  const StringRef Folder = InPlace ? "" : sys::path::parent_path(Opts.Output);
  if (!Folder.empty() && !sys::fs::is_directory(Folder))
    return createStringError("cannot write '" + Opts.Output + "': " +
                             std::make_error_code(sys::fs::exists(Folder)
                                                      ? std::errc::not_a_directory
                                                      : std::errc::no_such_file_or_directory)
                                 .message());
  if (!IsDevice)
    for (const SideOutput &Output : Pruned.Link.SideOutputs)
      RETURN_IF_ERROR(addSideOutput(Files, Opts, State.Link, Output));
  return Files.add(InPlace ? Opts.Image : Opts.Output, Pruned.Link.Image->getBuffer(),
                   /*Executable=*/true);
}

} // namespace etprune
