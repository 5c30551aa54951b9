// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/OwnBundles.h"

#include "Support/Confinement.h"
#include "Support/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"

#include <fcntl.h>
#include <sys/stat.h>

using namespace llvm;

namespace etprune {

/// The folder of rememberBundle()'s files; "" if neither XDG_STATE_HOME nor HOME is set.
static SmallString<256> folder() {
  SmallString<256> Folder;
  if (auto State = sys::Process::GetEnv("XDG_STATE_HOME"); State && sys::path::is_absolute(*State))
    Folder = *State;
  else if (auto Home = sys::Process::GetEnv("HOME"))
    sys::path::append(Folder, *Home, ".local", "state");
  if (!Folder.empty())
    sys::path::append(Folder, "et-prune", "bundles");
  return Folder;
}

static std::string markOf(StringRef Bytes) {
  SmallString<256> Path = folder();
  sys::path::append(Path, toHex(SHA256::hash(arrayRefFromStringRef(Bytes)), /*LowerCase=*/true));
  return Path.str().str();
}

static bool isThisUsersAlone(StringRef Folder) {
  struct stat Status;
  return ::stat(Folder.str().c_str(), &Status) == 0 && S_ISDIR(Status.st_mode) &&
         Status.st_uid == ::geteuid() && (Status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void rememberBundle(const std::string &Path) {
  const SmallString<256> Folder = folder();
  if (canConfine() || Folder.empty())
    return;
  auto File = mapFile(Path);
  if (!File || sys::fs::create_directories(Folder, /*IgnoreExisting=*/true, sys::fs::owner_all) ||
      !isThisUsersAlone(Folder))
    return;
  const Descriptor Mark(
      ::open(markOf((*File)->getBuffer()).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}

Error checkOwnBundle(StringRef Bytes, StringRef Path) {
  if (canConfine())
    return Error::success();
  const SmallString<256> Folder = folder();
  if (!Folder.empty() && isThisUsersAlone(Folder) && sys::fs::exists(markOf(Bytes)))
    return Error::success();
  return createStringError(
      "'" + Path +
      "' was not written by your et-ld or et-prune on this machine, so et-prune must confine the "
      "bundle's linker, but the Linux kernel lacks Landlock or seccomp\n>>> link the program on "
      "this machine, or prune on Linux 5.13 or later with Landlock and seccomp turned on" +
      (Folder.empty() ? "\n>>> et-prune remembers your bundles below HOME or XDG_STATE_HOME, but "
                        "neither variable is set"
                      : "\n>>> et-prune remembers your bundles in '" + Folder.str().str() + "'"));
}

} // namespace etprune
