// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own sys::ExecuteAndWait cannot change the folder, which relative paths in a linker's
// arguments make necessary. Output goes to files in memory, which cannot fill up and block the
// child as a pipe can, and need no disk, which may be full.

#include "Link/Process.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

/// What a child prints to one of its streams.
class CapturedStream {
public:
  CapturedStream() : Descriptor(::memfd_create("output", MFD_CLOEXEC)) {}
  ~CapturedStream() {
    if (Descriptor >= 0)
      ::close(Descriptor);
  }
  CapturedStream(const CapturedStream &) = delete;
  CapturedStream &operator=(const CapturedStream &) = delete;

  std::string read() const {
    std::string Text;
    char Buffer[1 << 16];
    ssize_t Count;
    while ((Count = ::pread(Descriptor, Buffer, sizeof(Buffer), Text.size())) > 0)
      Text.append(Buffer, Count);
    return Text;
  }

  const int Descriptor;
};

volatile std::sig_atomic_t CaughtSignal = 0;

StringRef variableName(StringRef Entry) { return Entry.split('=').first; }

} // namespace

Expected<ProcessResult> runProcess(const std::string &Program, ArrayRef<std::string> Args,
                                   const std::string &Directory,
                                   ArrayRef<std::string> Environment) {
  auto Fail = [&](int Code) {
    return createStringError("cannot run '" + Program + "': " + sys::StrError(Code));
  };
  if (Error E = checkInterrupted())
    return E;
  CapturedStream Out, Err;
  if (Out.Descriptor < 0 || Err.Descriptor < 0)
    return Fail(errno);

  std::vector<char *> Argv{const_cast<char *>(Program.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);
  std::vector<char *> Variables;
  for (char **Entry = environ; *Entry; ++Entry)
    if (llvm::none_of(Environment, [&](const std::string &E) {
          return variableName(E) == variableName(*Entry);
        }))
      Variables.push_back(*Entry);
  for (const std::string &Entry : Environment)
    if (StringRef(Entry).contains('='))
      Variables.push_back(const_cast<char *>(Entry.c_str()));
  Variables.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (!Directory.empty())
    posix_spawn_file_actions_addchdir_np(&Actions, Directory.c_str());
  posix_spawn_file_actions_adddup2(&Actions, Out.Descriptor, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, Err.Descriptor, STDERR_FILENO);
  pid_t Child;
  int Code = posix_spawn(&Child, Program.c_str(), &Actions, nullptr, Argv.data(), Variables.data());
  posix_spawn_file_actions_destroy(&Actions);
  if (Code != 0)
    return Fail(Code);

  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0) {
    if (errno != EINTR)
      return Fail(errno);
    if (CaughtSignal)
      ::kill(Child, CaughtSignal);
  }
  if (Error E = checkInterrupted())
    return E;
  ProcessResult Result;
  Result.ExitCode = WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
  Result.Stdout = Out.read();
  Result.Stderr = Err.read();
  if (WIFSIGNALED(Status))
    Result.Stderr += formatv("'{0}' was ended by signal {1} ({2})\n", Program, WTERMSIG(Status),
                             strsignal(WTERMSIG(Status)));
  return Result;
}

std::string temporaryFolder() {
  SmallString<128> Folder;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Folder);
  return Folder.str().str();
}

void catchInterrupts() {
  struct sigaction Catch = {}, Old;
  Catch.sa_handler = [](int Signal) { CaughtSignal = Signal; };
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    if (::sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      ::sigaction(Signal, &Catch, nullptr);
}

Error checkInterrupted() {
  if (!CaughtSignal)
    return Error::success();
  return createStringError(Twine("interrupted: ") + strsignal(CaughtSignal));
}

int exitStatus(int Status) {
  if (CaughtSignal && Status) {
    std::signal(CaughtSignal, SIG_DFL);
    std::raise(CaughtSignal);
  }
  return Status;
}

} // namespace etprune
