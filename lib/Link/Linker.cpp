// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linker.h"

#include "Link/LinkerScript.h"
#include "Support/Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace llvm;

namespace etprune {

/// Whether a program is this wrapper, or that of another installation: the two would look for a
/// linker in each other forever.
static bool isWrapper(StringRef Path, StringRef Self) {
  SmallString<256> Real;
  if (sys::fs::equivalent(Path, Self) || sys::fs::real_path(Path, Real))
    return true;
  const StringRef Folder = sys::path::parent_path(Real);
  return sys::path::filename(Real) == "et-ld" ||
         (sys::path::filename(Folder) == "et-prune" &&
          sys::path::filename(sys::path::parent_path(Folder)) == "libexec");
}

static bool isProgram(StringRef Path, StringRef Self) {
  return sys::fs::can_execute(Path) && !isWrapper(Path, Self);
}

static std::optional<std::string> findInPathList(StringRef List, StringRef Name, StringRef Self) {
  SmallVector<StringRef> Folders;
  List.split(Folders, ':', -1, /*KeepEmpty=*/false);
  for (StringRef Folder : Folders) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    if (isProgram(Path, Self) && !sys::fs::make_absolute(Path))
      return Path.str().str();
  }
  return std::nullopt;
}

/// Whether `Path` is a folder in which a wrapper stands as a linker.
static bool leadsToUs(StringRef Path, StringRef Name, StringRef Self) {
  SmallString<256> Linker(Path);
  sys::path::append(Linker, Name);
  return sys::fs::exists(Linker) && isWrapper(Linker, Self);
}

/// clang runs its linker as a child and tells it nothing of itself: the parent's own command line
/// is what there is.
class ClangDriver {
public:
  /// The parent process, if it is a clang.
  static std::optional<ClangDriver> parent() {
    std::string Process = "/proc/" + std::to_string(getppid());
    SmallString<256> Program;
    if (sys::fs::real_path(Process + "/exe", Program) ||
        !sys::path::filename(Program).contains("clang"))
      return std::nullopt;
    ClangDriver Driver;
    Driver.Program = Program.str().str();
    // A file of /proc has no size.
    auto Buffer = MemoryBuffer::getFileAsStream(Process + "/cmdline");
    if (!Buffer)
      return std::nullopt;
    SmallVector<StringRef> Args;
    (*Buffer)->getBuffer().split(Args, '\0', -1, /*KeepEmpty=*/false);
    for (StringRef Arg : Args)
      Driver.Args.push_back(Arg.str());
    return Driver;
  }

  /// A linker in the driver's own folder, as LLVM's is.
  std::optional<std::string> findBeside(StringRef Name, StringRef Self) const {
    return findInPathList(sys::path::parent_path(Program), Name, Self);
  }

  /// The linker of another target, which only the driver can tell.
  Expected<std::optional<std::string>> ask(StringRef Name, StringRef Self) const {
    bool HasTarget = !Args.empty() && sys::path::filename(Args[0]).contains("-clang");
    std::vector<std::string> Question;
    for (size_t I = 1; I < Args.size(); ++I) {
      StringRef Arg = Args[I], Folder = Arg;
      HasTarget |= Arg == "-target" || Arg.starts_with("--target");
      bool Separate = (Arg == "-B" || Arg == "--prefix") && I + 1 < Args.size();
      if (Separate)
        Folder = Args[I + 1];
      if ((Separate || Folder.consume_front("-B") || Folder.consume_front("--prefix=")) &&
          leadsToUs(Folder, Name, Self)) {
        I += Separate;
        continue;
      }
      Question.push_back(Arg.str());
    }
    if (!HasTarget)
      return std::nullopt;
    Question.push_back("-print-prog-name=" + Name.str());
    // By the name it was called with, which may say the target.
    auto Called = sys::findProgramByName(Args[0]);
    auto Answer = runProcess(Called ? *Called : Program, Question, "");
    if (!Answer)
      return Answer.takeError();
    StringRef Path = StringRef(Answer->Stdout).trim();
    if (sys::path::is_absolute(Path) && isProgram(Path, Self))
      return Path.str();
    return std::nullopt;
  }

private:
  std::string Program;
  std::vector<std::string> Args; ///< with argv[0]
};

std::string libexecFolder() {
  std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
  SmallString<256> Folder(sys::path::parent_path(sys::path::parent_path(Self)));
  sys::path::append(Folder, "libexec", "et-prune");
  return Folder.str().str();
}

Expected<std::string> findRealLinker(StringRef Name, StringRef Self) {
  if (auto Linker = sys::Process::GetEnv(LinkerVariable)) {
    SmallString<256> Path(*Linker);
    if (isProgram(Path, Self) && !sys::fs::make_absolute(Path))
      return Path.str().str();
    return createStringError("'" + *Linker + "', which " + LinkerVariable +
                             " names, is no program that could link");
  }
  if (auto List = sys::Process::GetEnv("COMPILER_PATH"))
    if (auto Path = findInPathList(*List, Name, Self))
      return *Path;
  if (auto Driver = sys::Process::GetEnv("COLLECT_GCC")) {
    auto Program = sys::findProgramByName(*Driver);
    if (Program) {
      auto Answer = runProcess(*Program, {"-print-prog-name=" + Name.str()}, "");
      if (!Answer)
        return Answer.takeError();
      StringRef Path = StringRef(Answer->Stdout).trim();
      if (sys::path::is_absolute(Path) && isProgram(Path, Self))
        return Path.str();
    }
  }
  if (auto Driver = ClangDriver::parent()) {
    if (auto Path = Driver->findBeside(Name, Self))
      return *Path;
    auto Path = Driver->ask(Name, Self);
    if (!Path)
      return Path.takeError();
    if (*Path)
      return **Path;
  }
  if (auto List = sys::Process::GetEnv("PATH"))
    if (auto Path = findInPathList(*List, Name, Self))
      return *Path;
  return createStringError("cannot find the real linker '" + Name +
                           "' behind this wrapper, neither in COMPILER_PATH nor in PATH\n"
                           ">>> name it: " +
                           LinkerVariable + "=<path of the linker> in the environment of the link");
}

LinkerKind linkerKind(StringRef Version) {
  if (Version.starts_with("GNU ld"))
    return LinkerKind::GnuLd;
  if (Version.starts_with("GNU gold"))
    return LinkerKind::Gold;
  if (Version.starts_with("mold"))
    return LinkerKind::Mold;
  // A distribution's name may come first: "Debian LLD 19.1.7 (compatible with GNU linkers)".
  if (Version.starts_with("LLD ") || Version.contains(" LLD "))
    return LinkerKind::Lld;
  return LinkerKind::Unknown;
}

LinkerKind linkerKindOfFile(const std::string &Path) {
  SmallString<256> Real;
  if (sys::fs::real_path(Path, Real))
    Real = Path;
  StringRef Name = sys::path::filename(Real);
  return Name.contains("lld")     ? LinkerKind::Lld
         : Name.ends_with("gold") ? LinkerKind::Gold
         : Name.ends_with("mold") ? LinkerKind::Mold
                                  : LinkerKind::GnuLd;
}

Error refuseLinker(LinkerKind Kind, StringRef Path) {
  StringRef Name;
  switch (Kind) {
  case LinkerKind::GnuLd:
  case LinkerKind::Lld:
    return Error::success();
  case LinkerKind::Gold:
    Name = "gold";
    break;
  case LinkerKind::Mold:
    Name = "mold";
    break;
  case LinkerKind::Unknown:
    return createStringError("'" + Path +
                             "' is no linker that et-prune knows; it knows GNU ld and "
                             "LLD, -fuse-ld=bfd and -fuse-ld=lld");
  }
  return createStringError("'" + Path + "' is " + Name +
                           ", and links with kernels are done with GNU ld or LLD; link with "
                           "-fuse-ld=bfd or -fuse-ld=lld");
}

Expected<LinkerIdentity> identifyLinker(const std::string &Path) {
  LinkerIdentity Identity;
  auto File = identifyProgram(Path, "the linker");
  if (!File)
    return File.takeError();
  static_cast<ProgramFile &>(Identity) = std::move(*File);
  auto Answer = runProcess(Identity.Path, {"--version"}, "");
  if (!Answer)
    return Answer.takeError();
  Identity.Version = StringRef(Answer->Stdout).split('\n').first.str();
  if (Error E = refuseLinker(Identity.kind(), Path))
    return E;
  return Identity;
}

std::vector<std::string> defaultSearchDirs(const std::string &Linker) {
  auto Answer = runProcess(Linker, {"--verbose"}, "");
  if (!Answer) {
    consumeError(Answer.takeError());
    return {};
  }
  return LinkerScript::parse(Answer->Stdout).SearchDirs;
}

} // namespace etprune
