// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/ImageLock.h"

#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

using namespace llvm;

namespace etprune {

namespace {

/// O_NONBLOCK keeps open() from waiting if the path is a FIFO.
Descriptor openFile(const std::string &Path) {
  Descriptor File(::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat Status;
  return File && !::fstat(*File, &Status) && S_ISREG(Status.st_mode) ? std::move(File)
                                                                     : Descriptor();
}

/// True if the path still names the open file. If `File` is empty, true if the path names no file.
bool isStill(const std::string &Path, const Descriptor &File) {
  const Descriptor Now = openFile(Path);
  struct stat Named, Open;
  if (!Now || !File)
    return !Now && !File;
  return !::fstat(*Now, &Named) && !::fstat(*File, &Open) && Named.st_dev == Open.st_dev &&
         Named.st_ino == Open.st_ino;
}

/// " (process 1234)" if /proc/locks lists a process with a lock on the file; else empty.
std::string holderOf(const Descriptor &File) {
  struct stat Status;
  auto Locks = MemoryBuffer::getFileAsStream("/proc/locks");
  if (!Locks || ::fstat(*File, &Status))
    return "";
  // A line is "1: FLOCK ADVISORY WRITE 1234 fe:00:5678 0 EOF".
  const std::string Inode = ":" + std::to_string(Status.st_ino);
  for (StringRef Line : split((*Locks)->getBuffer(), '\n')) {
    SmallVector<StringRef, 8> Words;
    Line.split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    if (Words.size() > 5 && Words[1] == "FLOCK" && Words[5].ends_with(Inode))
      return (" (process " + Words[4] + ")").str();
  }
  return "";
}

} // namespace

Expected<ImageLock> ImageLock::take(StringRef Tool, const std::string &Image,
                                    const std::string &Bundle, Mode Kind,
                                    std::chrono::seconds Patience) {
  using Clock = std::chrono::steady_clock;
  bool HasSaidWhy = false;
  auto Wait = [&, Began = Clock::now()](const Descriptor &File) -> Error {
    ::usleep(20000);
    const Clock::duration Waited = Clock::now() - Began;
    if (Waited >= Patience)
      return createStringError("'" + Image + "' was in use for " + Twine(Patience.count()) +
                               " s by another program" + holderOf(File) +
                               "; end it, or copy the image and its bundle");
    if (!HasSaidWhy && Waited >= std::chrono::seconds(1)) {
      HasSaidWhy = true;
      errs() << (Tool + ": waiting for another et-prune or link of '" + Image + "'" +
                 holderOf(File) + "\n")
                    .str();
    }
    return checkInterrupted();
  };
  while (true) {
    ImageLock Lock;
    Lock.File = openFile(Bundle);
    const bool HasBundle = bool(Lock.File);
    if (!HasBundle)
      Lock.File = openFile(Image);
    if (!Lock.File)
      return Lock;
    // If the file system has no locks, continue without a lock.
    while (::flock(*Lock.File, (Kind == ToRead ? LOCK_SH : LOCK_EX) | LOCK_NB) &&
           (errno == EWOULDBLOCK || errno == EINTR))
      RETURN_IF_ERROR(Wait(Lock.File));
    if (HasBundle ? isStill(Bundle, Lock.File)
                  : isStill(Bundle, Descriptor()) && isStill(Image, Lock.File))
      return Lock;
  }
}

} // namespace etprune
