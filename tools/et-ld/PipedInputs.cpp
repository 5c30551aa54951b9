// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads inputs that come through pipes: a shell's -T <(...), or /dev/stdin.

#include "LinkSteps.h"

#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

/// The descriptor that an argument ends with: 63 for "/dev/fd/63" or "-T/dev/fd/63".
std::optional<int> descriptorIn(StringRef Arg) {
  if (Arg.ends_with("/dev/stdin"))
    return STDIN_FILENO;
  const StringRef Folder = Arg.rtrim("0123456789");
  int Descriptor;
  if (!(Folder.ends_with("/dev/fd/") || Folder.ends_with("/proc/self/fd/")) ||
      Arg.drop_front(Folder.size()).getAsInteger(10, Descriptor))
    return std::nullopt;
  return Descriptor;
}

Error keep(int Pipe, StringRef Arg) {
  auto Fail = [&](std::error_code EC) {
    return createStringError("cannot read '" + Arg + "': " + EC.message());
  };
  const int File = memfd_create("piped input", 0);
  if (File < 0)
    return Fail(errnoAsErrorCode());
  raw_fd_ostream Out(File, /*shouldClose=*/true);
  std::vector<char> Buffer(1 << 16);
  while (const ssize_t Size = read(Pipe, Buffer.data(), Buffer.size())) {
    if (Size > 0)
      Out.write(Buffer.data(), Size);
    else if (errno != EINTR)
      return Fail(errnoAsErrorCode());
    if (Error E = checkInterrupted()) // the writer may never close the pipe
      return E;
  }
  Out.flush();
  if (const std::error_code EC = Out.error()) {
    Out.clear_error();
    return Fail(EC);
  }
  // Rewind, because the linker may read from the descriptor's current position.
  if (lseek(File, 0, SEEK_SET) < 0 || dup2(File, Pipe) < 0)
    return Fail(errnoAsErrorCode());
  return Error::success();
}

} // namespace

Error keepPipedInputs(ArrayRef<std::string> Args) {
  for (const std::string &Arg : Args) {
    const std::optional<int> Descriptor = descriptorIn(Arg);
    struct stat Status;
    if (!Descriptor || fstat(*Descriptor, &Status) != 0 || !S_ISFIFO(Status.st_mode))
      continue;
    // Read no pipe that is open for writing. The linker writes to such a pipe: -Map=>(...).
    if ((fcntl(*Descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY)
      RETURN_IF_ERROR(keep(*Descriptor, Arg));
  }
  return Error::success();
}

} // namespace etprune
