// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/AtomicFiles.h"

#include "Link/Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

static Error failure(StringRef Path, int Code) {
  return createStringError("cannot write '" + Path + "': " + sys::StrError(Code));
}

static int writeAll(int Descriptor, StringRef Contents) {
  while (!Contents.empty()) {
    ssize_t Count = ::write(Descriptor, Contents.data(), Contents.size());
    if (Count < 0 && errno != EINTR)
      return errno;
    if (Count > 0)
      Contents = Contents.drop_front(Count);
  }
  return 0;
}

static mode_t newFileMode(bool Executable) {
  mode_t Mask = umask(0);
  umask(Mask);
  return (Executable ? 0777 : 0666) & ~Mask;
}

/// The path of a file that is not there yet, with its folder's real name.
static bool realFolder(StringRef Path, SmallVectorImpl<char> &Real) {
  StringRef Folder = sys::path::parent_path(Path);
  if (sys::fs::real_path(Folder.empty() ? "." : Folder, Real))
    return false;
  sys::path::append(Real, sys::path::filename(Path));
  return true;
}

AtomicFiles::~AtomicFiles() {
  for (const Entry &E : Entries)
    if (!E.Temporary.empty())
      ::unlink(E.Temporary.c_str());
}

Error AtomicFiles::add(const std::string &Path, StringRef Contents, bool Executable) {
  SmallString<256> Real(Path);
  struct stat Status;
  bool Exists = ::stat(Path.c_str(), &Status) == 0;
  if (Exists && !S_ISREG(Status.st_mode)) {
    if (S_ISDIR(Status.st_mode))
      return failure(Path, EISDIR);
    Entries.push_back({Path, "", Contents});
    return Error::success();
  }
  if (Exists ? bool(sys::fs::real_path(Path, Real)) : !realFolder(Path, Real))
    Real = Path;
  for (const Entry &Other : Entries)
    if (Other.Path == Real)
      return createStringError("cannot write '" + Path + "' twice, with different contents");

  std::string Temporary = (Real + ".et-XXXXXX").str();
  int Descriptor = ::mkstemp(Temporary.data());
  if (Descriptor < 0)
    return failure(Path, errno);
  Entries.push_back({Real.str().str(), Temporary, {}});
  int Code = writeAll(Descriptor, Contents);
  if (!Code && ::fchmod(Descriptor, Exists ? Status.st_mode & 07777 : newFileMode(Executable)))
    Code = errno;
  if (!Code && Kind == Durable && ::fsync(Descriptor))
    Code = errno;
  if (::close(Descriptor) && !Code)
    Code = errno;
  return Code ? failure(Path, Code) : Error::success();
}

Error AtomicFiles::commit() {
  if (Error E = checkInterrupted())
    return E;
  std::set<std::string> Folders;
  for (Entry &E : Entries) {
    if (E.Temporary.empty()) {
      int Descriptor = ::open(E.Path.c_str(), O_WRONLY | O_CLOEXEC);
      int Code = Descriptor < 0 ? errno : writeAll(Descriptor, E.Contents);
      if (Descriptor >= 0)
        ::close(Descriptor);
      if (Code)
        return failure(E.Path, Code);
      continue;
    }
    if (::rename(E.Temporary.c_str(), E.Path.c_str()))
      return failure(E.Path, errno);
    E.Temporary.clear();
    if (Kind == Durable)
      Folders.insert(sys::path::parent_path(E.Path).str());
  }
  // The renames themselves must survive a crash, too; a folder that cannot be opened is no failure.
  for (const std::string &Folder : Folders) {
    int Descriptor = ::open(Folder.empty() ? "." : Folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (Descriptor >= 0) {
      ::fsync(Descriptor);
      ::close(Descriptor);
    }
  }
  return Error::success();
}

} // namespace etprune
