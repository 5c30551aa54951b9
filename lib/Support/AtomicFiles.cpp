// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sys::fs::TempFile is not used, for two reasons. If a rename fails, TempFile::keep() copies the
// file, which is not atomic. TempFile also keeps the file open for writing, and the kernel does not
// run a program that is open for writing.

#include "Support/AtomicFiles.h"

#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <climits>
#include <fcntl.h>
#include <set>
#include <sys/file.h>

using namespace llvm;

namespace etprune {

static Error failure(StringRef Path, int Code, StringRef More = "") {
  return createStringError("cannot write '" + Path + "': " + sys::StrError(Code) + More);
}

/// Returns 0, or the errno of the failure.
static int writeAll(int File, StringRef Contents) {
  raw_fd_ostream OS(File, /*shouldClose=*/false, /*unbuffered=*/true);
  OS << Contents;
  const int Code = OS.error().value();
  OS.clear_error();
  return Code;
}

static Error writeDevice(const std::string &Path, StringRef Contents) {
  const Descriptor Device(::open(Path.c_str(), O_WRONLY | O_CLOEXEC));
  const int Code = Device ? writeAll(*Device, Contents) : errno;
  return Code ? failure(Path, Code) : Error::success();
}

static std::string folderOf(StringRef Path) {
  StringRef Folder = sys::path::parent_path(Path);
  return Folder.empty() ? "." : Folder.str();
}

/// Returns the path with all symbolic links resolved. If the file does not exist, resolves only the
/// folder. If Path is a link to a missing file, the new file therefore replaces the link.
static std::string realPath(const std::string &Path, bool Exists) {
  SmallString<256> Real;
  if (sys::fs::real_path(Exists ? Path : folderOf(Path), Real))
    return Path;
  if (!Exists)
    sys::path::append(Real, sys::path::filename(Path));
  return Real.str().str();
}

/// True for another user's file in another user's sticky folder, such as /tmp. The kernel lets this
/// process neither replace the file nor remove a hard link to the file.
static bool isProtected(const std::string &Path, const struct stat &File) {
  struct stat Folder;
  const uid_t User = ::geteuid();
  return User != 0 && File.st_uid != User && !::stat(folderOf(Path).c_str(), &Folder) &&
         (Folder.st_mode & S_ISVTX) && Folder.st_uid != User;
}

AtomicFiles::~AtomicFiles() {
  for (size_t I = 0; I < Entries.size(); ++I) {
    const Entry &E = Entries[I];
    if (!E.isDevice() && I >= NumRenamed)
      ::unlink(E.Temporary.c_str());
    if (!E.Old.empty())
      ::unlink(E.Old.c_str());
  }
}

/// A template for mkstemp() in the folder of Path. The name is short enough for keepOld() to append
/// "-old".
static std::string temporaryBeside(StringRef Path) {
  constexpr StringLiteral Suffix = ".et-XXXXXX", SuffixOfOld = "-old";
  const size_t Room = NAME_MAX - Suffix.size() - SuffixOfOld.size();
  const StringRef Name = sys::path::filename(Path);
  return (Path.drop_back(Name.size()) + Name.take_front(Room) + Suffix).str();
}

Error AtomicFiles::add(const std::string &Path, StringRef Contents, bool Executable) {
  struct stat Status;
  const bool Exists = ::stat(Path.c_str(), &Status) == 0;
  Entry New;
  New.Name = New.Path = Path;
  if (Exists && S_ISDIR(Status.st_mode))
    return failure(Path, EISDIR);
  if (Exists && !S_ISREG(Status.st_mode)) {
    New.DeviceContents = Contents.str();
    Entries.push_back(std::move(New));
    return Error::success();
  }
  New.Mode = (Executable ? 0777 : 0666) & ~sys::fs::getUmask();
  New.Path = realPath(Path, Exists);
  for (const Entry &Other : Entries)
    if (Other.Path == New.Path)
      return createStringError("cannot write '" + Path + "' twice, with different contents");
  if (Exists && isProtected(New.Path, Status))
    return failure(Path, EPERM);
  if (Exists) {
    New.OldMode = Status.st_mode & 07777;
    New.Mode = Status.st_mode & 0777; // setuid and setgid were granted only to the old contents
  }
  New.Temporary = temporaryBeside(New.Path);
  const int File = ::mkstemp(New.Temporary.data());
  if (File < 0)
    return failure(Path, errno);
  // After its rename, the file is still locked, so another et-prune waits (ImageLock). The lock's
  // descriptor is read-only, because the kernel does not run an image that is open for writing.
  New.Lock = Descriptor(::open(New.Temporary.c_str(), O_RDONLY | O_CLOEXEC));
  (void)::flock(*New.Lock, LOCK_EX | LOCK_NB);
  Entries.push_back(std::move(New));
  return writeAndClose(Entries.back(), File, Contents);
}

Error AtomicFiles::writeAndClose(const Entry &E, int File, StringRef Contents) const {
  int Code = writeAll(File, Contents);
  if (!Code && Kind == Durable && ::fsync(File))
    Code = errno;
  if (::close(File) && !Code)
    Code = errno;
  return Code ? failure(E.Name, Code) : Error::success();
}

/// Makes a hard link to the old file, so that putBack() can restore the file. If the link fails,
/// for example on a file system without hard links, copies the file.
Error AtomicFiles::keepOld(Entry &E) {
  if (E.isDevice() || !E.OldMode)
    return Error::success();
  const std::string Old = E.Temporary + "-old";
  if (::link(E.Path.c_str(), Old.c_str())) {
    if (errno == ENOENT) { // another process removed the file
      E.OldMode.reset();
      return Error::success();
    }
    std::error_code EC = sys::fs::copy_file(E.Path, Old);
    if (!EC && ::chmod(Old.c_str(), *E.OldMode))
      EC = std::error_code(errno, std::generic_category());
    if (EC) {
      ::unlink(Old.c_str());
      return failure(E.Path, EC.value());
    }
  }
  E.Old = Old;
  return Error::success();
}

/// Undoes the first `Count` renames. Returns text to append to an error: that nothing was changed,
/// or which new files stay because the undoing failed.
std::string AtomicFiles::putBack(size_t Count) {
  std::string Failures;
  for (; Count > 0; --Count) {
    Entry &E = Entries[Count - 1];
    if (E.isDevice())
      continue;
    if (E.OldMode ? ::rename(E.Old.c_str(), E.Path.c_str()) : ::unlink(E.Path.c_str())) {
      Failures += "\n>>> '" + E.Path + "' is the new file and stays: " + sys::StrError();
      if (E.OldMode)
        Failures += "; the old one is '" + E.Old + "'";
    }
    E.Old.clear();
  }
  return Failures.empty() ? "\n>>> nothing was changed" : Failures;
}

/// Forces the first `Count` renames to the disk. Ignores folders that cannot be opened.
void AtomicFiles::syncFolders(size_t Count) const {
  std::set<std::string> Folders;
  if (Kind == Durable)
    for (const Entry &E : ArrayRef(Entries).take_front(Count))
      if (!E.isDevice())
        Folders.insert(folderOf(E.Path));
  for (const std::string &Folder : Folders)
    if (const Descriptor File(::open(Folder.c_str(), O_RDONLY | O_CLOEXEC)); File)
      ::fsync(*File);
}

Error AtomicFiles::commit(function_ref<Error()> Last) {
  for (const Entry &E : Entries)
    if (!E.isDevice() && ::chmod(E.Temporary.c_str(), E.Mode))
      return failure(E.Name, errno);
  // The last old file needs no hard link: if the last rename fails, the file is unchanged.
  for (size_t I = 0; I + 1 < Entries.size(); ++I)
    RETURN_IF_ERROR(keepOld(Entries[I]));
  for (const Entry &E : Entries)
    if (E.isDevice())
      RETURN_IF_ERROR(writeDevice(E.Path, E.DeviceContents));
  if (Last)
    RETURN_IF_ERROR(Last());
  RETURN_IF_ERROR(checkInterrupted());

  for (const Entry &E : Entries) {
    // Sync the other renames first. If the last file is new after a power cut, all files are new.
    if (&E == &Entries.back())
      syncFolders(NumRenamed);
    if (!E.isDevice() && ::rename(E.Temporary.c_str(), E.Path.c_str())) {
      const int Code = errno;
      return failure(E.Path, Code, putBack(NumRenamed));
    }
    ++NumRenamed;
  }
  syncFolders(NumRenamed);
  for (Entry &E : Entries)
    if (!E.Old.empty())
      ::unlink(std::exchange(E.Old, "").c_str());
  return Error::success();
}

} // namespace etprune
