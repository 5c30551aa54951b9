// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the link command that a user gives after `--`, for an image that was linked without the
// wrapper.
//
// Only the compiler driver knows the linker's whole command, so et-prune runs the user's command.
// An added -B makes the driver run our wrapper as its linker. If the command itself calls a linker,
// the wrapper is run instead. An environment variable tells the wrapper to write a bundle and to
// link nothing.

#include "Modes.h"

#include "common/Messages.h"

#include "Link/Linkers/Linker.h"
#include "Support/AtomicFiles.h"
#include "Support/InputFile.h"
#include "Support/Process.h"
#include "Support/TemporaryFolder.h"
#include "Support/Try.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace etprune {

namespace {

void restoreImage(const std::string &Path, StringRef Contents, sys::fs::perms Mode) {
  auto Now = mapFile(Path);
  if (Now && (*Now)->getBuffer() == Contents)
    return;
  if (Error E = AtomicFiles::write(AtomicFiles::Durable, Path, Contents))
    (void)fail(Tool, std::move(E));
  else
    (void)sys::fs::setPermissions(Path, Mode);
}

/// The linker of clang's options --ld-path=PATH and -fuse-ld=PATH.
std::optional<std::string> linkerByPath(ArrayRef<std::string> Command) {
  std::optional<std::string> Linker;
  for (StringRef Arg : Command)
    if (Arg.consume_front("--ld-path=") || (Arg.consume_front("-fuse-ld=") && Arg.contains('/')))
      Linker = Arg.str();
  if (Linker) // a name without a folder is searched in PATH
    if (auto Program = sys::findProgramByName(*Linker))
      Linker = *Program;
  return Linker;
}

/// Recognises a linker by its name: ld, arm-none-eabi-ld, ld.lld-19.
bool isLinker(StringRef Program) {
  StringRef Name = sys::path::filename(Program).rtrim("0123456789.-");
  Name = Name.substr(Name.rfind('-') + 1);
  return Name == "ld" || Name.starts_with("ld.");
}

struct WrappedCommand {
  std::string Program;
  std::vector<std::string> Args;
  std::vector<std::string> Environment;
};

Expected<WrappedCommand> wrap(ArrayRef<std::string> Command) {
  auto Program = sys::findProgramByName(Command[0]);
  if (!Program)
    return createStringError("cannot find '" + Command[0] + "', the link command after '--'");
  if (is_contained({"make", "gmake", "ninja", "cmake"}, sys::path::filename(*Program)))
    return createStringError("'" + Command[0] +
                             "' after '--' is a build tool, not a link command; write the command "
                             "with which '" +
                             Command[0] +
                             "' links the image; 'make -n', 'ninja -t commands' and 'cmake --build "
                             "... --verbose' print the command");
  WrappedCommand Wrapped{*Program, Command.drop_front().vec(), {}};
  const std::string Wrapper = libexecFolder() + "/ld";
  if (isLinker(*Program)) {
    // Do not change a call of the wrapper itself: argv[0] tells the wrapper which linker to run.
    if (!sys::fs::equivalent(*Program, Wrapper)) {
      Wrapped.Program = Wrapper;
      Wrapped.Environment.push_back((LinkerVariable + "=" + *Program).str());
    }
    return Wrapped;
  }
  Wrapped.Args.push_back("-B" + libexecFolder());
  // -B has no effect if an option gives the linker's path. clang uses the last --ld-path.
  if (auto Linker = linkerByPath(Command)) {
    Wrapped.Args.push_back("--ld-path=" + Wrapper);
    Wrapped.Environment.push_back((LinkerVariable + "=" + *Linker).str());
  }
  return Wrapped;
}

} // namespace

Expected<CapturedLink> captureCommand(ArrayRef<std::string> Command, const std::string &Image,
                                      const MemoryBuffer *Contents) {
  ASSIGN_OR_RETURN(auto Folder, TemporaryFolder::create("et-prune"));
  const std::string Bundle = Folder.path() + "/link.etl";
  ASSIGN_OR_RETURN(auto Wrapped, wrap(Command));
  Wrapped.Environment.push_back("ET_LD_CAPTURE=" + Bundle);
  // The driver removes the image if the link fails, and `Contents` may be mapped from the file.
  const std::string Old = Contents ? Contents->getBuffer().str() : "";
  const auto Permissions = sys::fs::getPermissions(Image);
  auto Restore = make_scope_exit([&] {
    if (Contents && Permissions)
      restoreImage(Image, Old, *Permissions);
  });
  ASSIGN_OR_RETURN(auto Result, runProcess(Wrapped.Program, Wrapped.Args, "", Wrapped.Environment));
  errs() << Result.Stderr;
  if (Result.ExitCode != 0)
    return createStringError("the link command after '--' failed with status " +
                             Twine(Result.ExitCode));
  if (!sys::fs::exists(Bundle))
    return createStringError("the command after '--' did not link a program that uses kernels; "
                             "give the command, the compiler's or the linker's, that links '" +
                             Image + "'");
  return CapturedLink::read(Bundle);
}

} // namespace etprune
