// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/TemporaryFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <array>
#include <ftw.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

std::string replaceAll(StringRef Text, StringRef Start,
                       function_ref<StringRef(StringRef &)> Replace) {
  std::string Result;
  Result.reserve(Text.size());
  for (size_t At; (At = Text.find(Start)) != StringRef::npos;) {
    Result += Text.take_front(At);
    Text = Text.drop_front(At);
    Result += Replace(Text);
  }
  Result += Text;
  return Result;
}

/// True for a path that is unambiguous in a linker's messages, which have no quotes.
static bool isPlainPath(StringRef Path) {
  return llvm::all_of(Path, [](char C) { return isAlnum(C) || StringRef("/._-+=@~").contains(C); });
}

std::string temporaryFolder() {
  SmallString<128> Folder, Real;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  if (!Folder.empty() && !sys::fs::real_path(Folder, Real))
    Folder = Real;
  return Folder.empty() || !isPlainPath(Folder) ? "/tmp" : Folder.str().str();
}

std::string temporaryFolderInMemory(uint64_t Bytes) {
  constexpr const char *Folder = "/dev/shm";
  constexpr uint64_t MostBytes = 256 << 20;
  constexpr uint64_t Spare = 4; // a linker's outputs may be larger than its inputs
  struct statfs Status;
  // If one of these variables is set, the user has chosen a folder for temporaryFolder().
  if (llvm::any_of(std::array{"TMPDIR", "TMP", "TEMP", "TEMPDIR"}, std::getenv) ||
      Bytes > MostBytes || ::statfs(Folder, &Status) != 0 || Status.f_type != TMPFS_MAGIC ||
      ::access(Folder, W_OK | X_OK) != 0)
    return "";
  const uint64_t Free = uint64_t(Status.f_bavail) * Status.f_bsize;
  return Free / Spare >= Bytes + MostBytes / Spare ? Folder : "";
}

Expected<TemporaryFolder> TemporaryFolder::create(StringRef Prefix, const std::string &Parent) {
  std::string Folder = (Parent + "/" + Prefix + "-XXXXXX").str();
  if (!::mkdtemp(Folder.data()))
    return createStringError("cannot create a temporary folder in '" + Parent + "': " +
                             sys::StrError() + "\n>>> set TMPDIR to a folder that can be written");
  return TemporaryFolder(std::move(Folder));
}

/// The destructor calls remove(), so remove() must not throw. If memory runs out, nftw() only
/// fails. std::filesystem::remove_all() would throw.
void TemporaryFolder::remove() {
  constexpr int MostDescriptors = 16;
  auto Remove = [](const char *Name, const struct stat *, int, FTW *) {
    (void)std::remove(Name);
    return 0;
  };
  if (!Path.empty())
    (void)::nftw(Path.c_str(), Remove, MostDescriptors, FTW_DEPTH | FTW_PHYS);
  Path.clear();
}

} // namespace etprune
