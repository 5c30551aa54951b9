// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/Trust.h"

#include "Link/Lto/LlvmLto.h"
#include "Link/Relink/DependencyFile.h"
#include "Object/InputObject.h"
#include "Support/Confinement.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

static std::string problemOf(const LinkArgument &Argument, const LinkerKind &Linker) {
  // A linker would read an input name that begins with "-" as an option, and a name that begins
  // with "@" as a response file.
  if (Argument.isInput() && !StringRef(*Argument.Value).starts_with("-") &&
      !StringRef(*Argument.Value).starts_with("@"))
    return "";
  if (!Argument.Option)
    return "the link command has the argument '" + *Argument.Value +
           "', which et-prune does not know; link the program without it, or write an "
           "abbreviated option in full";
  const LinkerOption &Option = *Argument.Option;
  const std::string Start = "the link command has the option '" + Option.spelling() + "'";
  if (!Linker.has(Option))
    return (Start + ", which " + Linker.Name + " does not have").str();
  if (Option.Use == OptionUse::NotAgain)
    return Start + ", with which et-prune cannot repeat a link; link the program without it";
  if (Option.Use == OptionUse::LlvmOption && Argument.Value &&
      !isHarmlessLlvmOption(*Argument.Value))
    return Start + " with the value '" + *Argument.Value +
           "', which is not a known code generation option; link the program without it";
  return "";
}

Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker) {
  Problems Errors;
  StringSet<> Said;
  for (const LinkArgument &Argument : Command.Arguments) {
    const std::string Problem = problemOf(Argument, Linker);
    if (!Problem.empty() && Said.insert(Problem).second)
      Errors.add(Problem);
  }
  return Errors.take();
}

static bool isBelow(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) && Path.starts_with("/");
}

/// True if a user other than this user and root can replace `File`, because everybody can write to
/// its folder `Parent`. In a sticky folder such as /tmp, only a file's owner can replace the file.
static bool isReplaceable(const struct stat &Parent, const struct stat &File) {
  if (!(Parent.st_mode & S_IWOTH))
    return false;
  return !(Parent.st_mode & S_ISVTX) || (File.st_uid != 0 && File.st_uid != ::geteuid());
}

Error checkPlace(StringRef Program, StringRef ImageFolder) {
  if (!canConfine()) // checkOwnBundle() then accepts only this user's own bundles
    return Error::success();
  const std::string Real = realPath(Program);
  auto Refuse = [&](const Twine &Reason) {
    return createStringError("'" + Program + "' " + Reason +
                             ", and another person may have made the link bundle, so et-prune does "
                             "not run this program; name your linker with --linker, or prune in "
                             "the link itself, with -Wl,--et-select=FILE");
  };
  if (!ImageFolder.empty() && isBelow(Real, realPath(ImageFolder)))
    return Refuse("is in the image's folder");
  if (isBelow(Real, "/proc") || isBelow(Real, "/dev"))
    return Refuse("is not a program file");
  struct stat File, Parent;
  if (::stat(Real.c_str(), &File) != 0)
    return Error::success(); // a later read reports the missing file
  if (File.st_mode & S_IWOTH)
    return Refuse("can be written by everybody");
  for (StringRef Path = Real; Path != "/"; Path = sys::path::parent_path(Path), File = Parent) {
    const std::string Folder = sys::path::parent_path(Path).str();
    if (::stat(Folder.c_str(), &Parent) != 0)
      return createFileError(Folder, errnoAsErrorCode());
    if (isReplaceable(Parent, File))
      return Refuse("is in '" + Folder + "', which everybody can write");
  }
  return Error::success();
}

Error checkLinker(const LinkerIdentity &Recorded, StringRef ImageFolder) {
  if (Error E = checkProgram(Recorded, "the linker"))
    return joinErrors(std::move(E),
                      createStringError("the image was linked with " + Recorded.Version +
                                        "; install this linker again, or name a linker with "
                                        "--linker"));
  RETURN_IF_ERROR(checkIsKnown(Recorded.Version, Recorded.Path));
  return checkPlace(Recorded.Path, ImageFolder);
}

Error checkPlaces(const CapturedLink &Link) {
  if (!Link.Bundle)
    return Error::success();
  const StringRef Folder = sys::path::parent_path(Link.Bundle->getBufferIdentifier());
  Problems Errors;
  forEachCompiler(Link, [&](const ProgramFile &Program) {
    Errors.add(checkPlace(Program.Path, Folder.empty() ? "." : Folder));
  });
  return Errors.take();
}

Error checkPlugins(const CapturedLink &Link) {
  RETURN_IF_ERROR(checkPlaces(Link));
  const bool LoadsPlugins = Link.Inputs->Linker.LoadsPlugins;
  const bool HasBitcode = Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
  const bool CompilesGcc = Link.Inputs->hasIntermediate(IntermediateCode::Gcc);
  Problems Errors;
  if (HasBitcode || Link.LlvmPlugin)
    Errors.add(
        checkLlvmLto(Link.LlvmPlugin ? &*Link.LlvmPlugin : nullptr, Link.Linker, Link.Command));
  if (CompilesGcc && !Link.Gcc)
    Errors.add("the link has gcc's intermediate code, but the link bundle does not name the linker "
               "plugin; link the program again");
  else if (CompilesGcc || (Link.Gcc && Link.Gcc->Plugin && LoadsPlugins))
    Errors.add(checkGccDriver(*Link.Gcc));
  if (CompilesGcc && !Errors) {
    std::vector<const InputObject *> Compiled;
    for (const auto &[File, Object] : Link.Inputs->objects())
      if (Object->UsesIntermediateCode)
        Compiled.push_back(Object);
    Errors.add(checkGccCompiler(*Link.Gcc, Compiled));
  }
  return Errors.take();
}

Error leaveOutPlugins(CapturedLink &Link) {
  auto IsCompiled = [&](IntermediateCode Which) { return Link.Inputs->hasIntermediate(Which); };
  if (!Link.Inputs->Linker.LoadsPlugins || IsCompiled(IntermediateCode::Gcc) ||
      IsCompiled(IntermediateCode::Llvm))
    return Error::success();
  Problems Errors;
  Errors.add(checkPlugins(Link));
  for (const LinkOperand &Operand : Link.Command.Operands)
    if (Operand.What == OptionUse::Plugin &&
        !(isLlvmPlugin(Operand.Text) ? Link.LlvmPlugin.has_value() : Link.Gcc && Link.Gcc->Plugin))
      Errors.add("the link bundle does not identify the plugin '" + Operand.Text + "'");
  if (Errors) {
    Link.Gcc.reset();
    Link.LlvmPlugin.reset();
  }
  return Errors.take();
}

static bool isImportLibrary(StringRef Contents) {
  auto Object = InputObject::parse({Contents, ""}, "");
  if (!Object) {
    consumeError(Object.takeError());
    return false;
  }
  return (*Object)->Intermediate == IntermediateCode::None &&
         llvm::none_of((*Object)->Sections, [](const ObjectSection &Section) {
           return (Section.Flags & ELF::SHF_ALLOC) && Section.Size;
         });
}

/// True if the first line starts a rule for `Output`, in the form of a linker or of et-ld.
static bool isDependencyFile(StringRef Contents, StringRef Output) {
  StringRef First = Contents.split('\n').first;
  return First == (Output + ": \\").str() ||
         First == StringRef(formatDependencyFile(Output, {""})).split('\n').first;
}

static std::pair<StringRef, bool> compareKind(OptionUse What, StringRef Contents,
                                              StringRef Output) {
  if (What == OptionUse::Map)
    return {"link map", linkerOfMap(Contents)};
  if (What == OptionUse::DependencyFile)
    return {"dependency file", isDependencyFile(Contents, Output)};
  return {"import library", isImportLibrary(Contents)};
}

Error checkSideOutput(OptionUse What, StringRef Path, StringRef Output) {
  if (sys::fs::is_symlink_file(Path))
    return createStringError("the path is a symbolic link, which et-prune does not replace; remove "
                             "the link, and prune again");
  RETURN_IF_ERROR(checkIsFile(Path));
  auto Buffer = mapFile(Path);
  if (!Buffer)
    return Buffer.getError() == std::errc::no_such_file_or_directory
               ? Error::success()
               : createFileError(Path, Buffer.getError());
  const auto [Kind, IsOfKind] = compareKind(What, (*Buffer)->getBuffer(), Output);
  if (IsOfKind)
    return Error::success();
  return createStringError("et-prune does not replace the existing file, because the file is no " +
                           Kind);
}

} // namespace etprune
