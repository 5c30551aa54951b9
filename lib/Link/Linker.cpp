// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Linker.h"

#include "Link/LinkerScript.h"
#include "Link/Process.h"
#include "Link/Trust.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace etprune {

static bool isProgram(StringRef Path, StringRef Self) {
  if (!sys::fs::can_execute(Path))
    return false;
  SmallString<256> Real, RealSelf;
  return !sys::fs::real_path(Path, Real) && !sys::fs::real_path(Self, RealSelf) && Real != RealSelf;
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

Expected<std::string> findRealLinker(StringRef Name, StringRef Self) {
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
  if (auto List = sys::Process::GetEnv("PATH"))
    if (auto Path = findInPathList(*List, Name, Self))
      return *Path;
  return createStringError("cannot find the real linker '" + Name +
                           "' behind this wrapper, neither in COMPILER_PATH nor in PATH");
}

static Expected<std::pair<uint64_t, uint64_t>> sizeAndHash(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot read the linker '" + Path +
                             "': " + Buffer.getError().message());
  return std::make_pair<uint64_t, uint64_t>((*Buffer)->getBufferSize(),
                                            xxh3_64bits((*Buffer)->getBuffer()));
}

Expected<LinkerIdentity> identifyLinker(const std::string &Path) {
  LinkerIdentity Identity;
  auto File = sizeAndHash(Path);
  if (!File)
    return File.takeError();
  std::tie(Identity.Size, Identity.Hash) = *File;
  SmallString<256> Absolute(Path); // it will run in another folder
  if (std::error_code EC = sys::fs::make_absolute(Absolute))
    return createStringError("cannot tell where '" + Path + "' is: " + EC.message());
  Identity.Path = Absolute.str().str();
  auto Answer = runProcess(Identity.Path, {"--version"}, "");
  if (!Answer)
    return Answer.takeError();
  Identity.Version = StringRef(Answer->Stdout).split('\n').first.str();
  if (!StringRef(Identity.Version).starts_with("GNU ld"))
    return createStringError("'" + Path +
                             "' is not GNU ld, the only linker that is supported so far");
  return Identity;
}

Error checkLinker(const LinkerIdentity &Recorded) {
  auto File = sizeAndHash(Recorded.Path);
  if (!File)
    return joinErrors(File.takeError(),
                      createStringError("the image was linked with it (" + Recorded.Version +
                                        "); install it again or name it with --linker"));
  if (*File != std::make_pair(Recorded.Size, Recorded.Hash))
    return createStringError("the linker '" + Recorded.Path +
                             "' is not the one that made the image (" + Recorded.Version +
                             "); link the program again, or name a linker with --linker");
  return checkIsGnuLd(Recorded.Path);
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
