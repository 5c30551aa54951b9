// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/TemporaryFolder.h"

#include "Support/Descriptor.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <array>
#include <climits>
#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

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

/// True for a path without characters that make a linker's messages ambiguous. A linker prints
/// paths without quotes.
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
  // The variables that LLVM's system_temp_directory() reads.
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

/// Removes the files of a folder. At the first entry that is a folder, appends its name to `Path`
/// and returns true.
static bool removeFiles(char (&Path)[PATH_MAX]) {
  const Descriptor Folder(::open(Path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  alignas(dirent64) char Entries[1 << 12];
  long Size = 0;
  while (Folder && (Size = ::getdents64(*Folder, Entries, sizeof(Entries))) > 0)
    for (long At = 0; At < Size;) {
      const auto *Entry = reinterpret_cast<const dirent64 *>(Entries + At);
      At += Entry->d_reclen;
      const StringRef Name = Entry->d_name;
      if (Name == "." || Name == ".." || ::unlinkat(*Folder, Entry->d_name, 0) == 0)
        continue;
      const size_t Length = std::strlen(Path);
      return std::snprintf(Path + Length, PATH_MAX - Length, "/%s", Entry->d_name) <
             static_cast<int>(PATH_MAX - Length);
    }
  return false;
}

/// Uses little stack at any depth and no heap, because the run may have ended for a lack of memory.
void TemporaryFolder::remove() {
  if (Path.empty() || Path.size() >= PATH_MAX)
    return;
  char Inner[PATH_MAX];
  std::strcpy(Inner, Path.c_str());
  while (true) {
    if (removeFiles(Inner))
      continue;
    if (::rmdir(Inner) != 0 || Path == Inner)
      break;
    *std::strrchr(Inner, '/') = '\0';
  }
  Path.clear();
}

} // namespace etprune
