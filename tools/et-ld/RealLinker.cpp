// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the real linker, which the wrapper replaces.

#include "LinkSteps.h"

#include "Link/Linkers/Linker.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

/// Also recognises wrappers of other installations. Two wrappers would call each other forever.
bool isWrapper(StringRef Path) {
  SmallString<256> Real;
  if (sys::fs::equivalent(Path, "/proc/self/exe") || sys::fs::real_path(Path, Real))
    return true;
  const StringRef Folder = sys::path::parent_path(Real);
  return sys::path::filename(Real) == "et-ld" ||
         (sys::path::filename(Folder) == "et-prune" &&
          sys::path::filename(sys::path::parent_path(Folder)) == "libexec");
}

bool isLinker(StringRef Path) { return sys::fs::can_execute(Path) && !isWrapper(Path); }

std::string pathIn(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// Removes argv[0] and each -B of a wrapper's folder from clang's arguments. Returns std::nullopt
/// if neither the arguments nor clang's name contain a target.
std::optional<std::vector<std::string>> withoutWrapper(ArrayRef<StringRef> ClangArgs,
                                                       StringRef Name) {
  bool HasTarget = sys::path::filename(ClangArgs[0]).contains("-clang");
  std::vector<std::string> Others;
  for (size_t I = 1; I < ClangArgs.size(); ++I) {
    StringRef Arg = ClangArgs[I], Folder = Arg;
    HasTarget |= Arg == "-target" || Arg.starts_with("--target");
    const bool IsSeparate = (Arg == "-B" || Arg == "--prefix") && I + 1 < ClangArgs.size();
    if (IsSeparate)
      Folder = ClangArgs[I + 1];
    if ((IsSeparate || Folder.consume_front("-B") || Folder.consume_front("--prefix=")) &&
        sys::fs::exists(pathIn(Folder, Name)) && isWrapper(pathIn(Folder, Name)))
      I += IsSeparate;
    else
      Others.push_back(Arg.str());
  }
  if (!HasTarget)
    return std::nullopt;
  return Others;
}

/// If the parent process is clang, finds clang in /proc. Returns the linker beside clang, or the
/// linker that clang prints for the target in its command. Returns an empty text without both.
Expected<std::string> linkerOfClang(StringRef Name) {
  const std::string Process = "/proc/" + std::to_string(getppid());
  SmallString<256> Program;
  if (sys::fs::real_path(Process + "/exe", Program) ||
      !sys::path::filename(Program).contains("clang"))
    return "";
  // getFile() would read nothing, because files in /proc have size 0.
  auto CommandLine = MemoryBuffer::getFileAsStream(Process + "/cmdline");
  if (!CommandLine)
    return "";
  if (std::string Beside = pathIn(sys::path::parent_path(Program), Name); isLinker(Beside))
    return Beside;
  SmallVector<StringRef> Args;
  (*CommandLine)->getBuffer().split(Args, '\0', -1, /*KeepEmpty=*/false);
  auto Question = Args.empty() ? std::nullopt : withoutWrapper(Args, Name);
  if (!Question)
    return "";
  Question->push_back("-print-prog-name=" + Name.str());
  // Run clang under the name in argv[0], because the name may contain the target.
  auto Called = sys::findProgramByName(Args[0]);
  ASSIGN_OR_RETURN(auto Answer, runProcess(Called ? *Called : Program.str().str(), *Question, ""));
  const StringRef Path = StringRef(Answer.Stdout).trim();
  return sys::path::has_parent_path(Path) && isLinker(Path) ? absolutePath(Path) : "";
}

} // namespace

static Expected<std::string> searchRealLinker(StringRef Name) {
  if (auto Linker = sys::Process::GetEnv(LinkerVariable)) {
    if (isLinker(*Linker))
      return absolutePath(*Linker);
    return createStringError("'" + *Linker + "', which " + LinkerVariable +
                             " names, is not a linker");
  }
  // COMPILER_PATH has gcc's folders. If none has the linker, gcc searches PATH, as is done below.
  if (auto Path = findInVariable("COMPILER_PATH", Name, isLinker))
    return *Path;
  auto Path = linkerOfClang(Name);
  if (!Path || !Path->empty())
    return Path;
  if (auto Found = findInVariable("PATH", Name, isLinker))
    return *Found;
  return createStringError(
      "cannot find the linker '" + Name +
      "' that this wrapper must run, neither in COMPILER_PATH nor in " +
      (sys::Process::GetEnv("PATH") ? "PATH" : "/usr/bin, because PATH is not set") +
      "\n>>> name the linker: " + LinkerVariable +
      "=<path of the linker> in the environment of the link");
}

/// Names the linker that a wrapper found. If the variable is set when a wrapper starts, this linker
/// is a script that calls the wrapper. Script and wrapper would call each other forever.
constexpr const char *FoundLinkerVariable = "ET_LD_FOUND_LINKER";

Expected<std::string> findRealLinker(StringRef Name) {
  if (auto Found = sys::Process::GetEnv(FoundLinkerVariable))
    return createStringError(
        "et-ld found '" + *Found + "' as the real linker, but this program runs et-ld " +
        "again\n>>> name the real linker in the environment: " + LinkerVariable + "=/usr/bin/ld");
  auto Linker = searchRealLinker(Name);
  if (Linker)
    setenv(FoundLinkerVariable, Linker->c_str(), /*overwrite=*/1);
  return Linker;
}

} // namespace etprune
