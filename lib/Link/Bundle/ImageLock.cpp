// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Bundle/ImageLock.h"

#include "Support/Process.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

/// Opens a regular file; -1 for any other or unreadable file.
int openFile(const std::string &Path) {
  int Descriptor = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat Status;
  if (Descriptor >= 0 && (::fstat(Descriptor, &Status) || !S_ISREG(Status.st_mode))) {
    ::close(Descriptor);
    return -1;
  }
  return Descriptor;
}

/// True if the path still leads to the open file, or for descriptor -1 still to no file.
bool isStill(const std::string &Path, int Descriptor) {
  const int Now = openFile(Path);
  if (Now < 0)
    return Descriptor < 0;
  struct stat Named, Open;
  const bool IsSame = Descriptor >= 0 && !::fstat(Now, &Named) && !::fstat(Descriptor, &Open) &&
                      Named.st_dev == Open.st_dev && Named.st_ino == Open.st_ino;
  ::close(Now);
  return IsSame;
}

/// " (process 1234)" for the first holder of a lock on an open file in /proc/locks; empty if there
/// is none.
std::string holderOf(int Descriptor) {
  struct stat Status;
  auto Locks = MemoryBuffer::getFileAsStream("/proc/locks");
  if (!Locks || ::fstat(Descriptor, &Status))
    return "";
  // "1: FLOCK ADVISORY WRITE 1234 fe:00:5678 0 EOF"; a waiting process has "->" after the number.
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

ImageLock::~ImageLock() {
  if (Descriptor >= 0)
    ::close(Descriptor);
}

Expected<ImageLock> ImageLock::take(StringRef Tool, const std::string &Image,
                                    const std::string &Bundle, Mode Kind,
                                    std::chrono::seconds Patience) {
  using Clock = std::chrono::steady_clock;
  bool HasSaidWhy = false;
  auto Wait = [&, Began = Clock::now()](int Descriptor) -> Error {
    ::usleep(20000);
    const Clock::duration Waited = Clock::now() - Began;
    if (Waited >= Patience)
      return createStringError("'" + Image + "' was in use for " + Twine(Patience.count()) +
                               " s by another program" + holderOf(Descriptor) +
                               "; end it, or copy the image and its bundle");
    if (!HasSaidWhy && Waited >= std::chrono::seconds(1)) {
      HasSaidWhy = true;
      errs() << (Tool + ": waiting for another et-prune or link of '" + Image + "'" +
                 holderOf(Descriptor) + "\n")
                    .str();
    }
    return checkInterrupted();
  };
  while (true) {
    ImageLock Lock;
    const int BundleFile = openFile(Bundle);
    Lock.Descriptor = BundleFile < 0 ? openFile(Image) : BundleFile;
    if (Lock.Descriptor < 0)
      return Lock;
    // A file system without locks is no error: continue without a lock.
    while (::flock(Lock.Descriptor, (Kind == ToRead ? LOCK_SH : LOCK_EX) | LOCK_NB) &&
           (errno == EWOULDBLOCK || errno == EINTR))
      if (Error E = Wait(Lock.Descriptor))
        return E;
    if (isStill(Bundle, BundleFile) && (BundleFile >= 0 || isStill(Image, Lock.Descriptor)))
      return Lock;
  }
}

} // namespace etprune
