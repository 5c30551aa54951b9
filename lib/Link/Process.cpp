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
#include <cstdio>
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

/// This process's environment with the entries of `Changes` in place of its own.
std::vector<char *> environmentWith(ArrayRef<std::string> Changes) {
  std::vector<char *> Variables;
  for (char **Entry = environ; *Entry; ++Entry)
    if (llvm::none_of(
            Changes, [&](const std::string &E) { return variableName(E) == variableName(*Entry); }))
      Variables.push_back(*Entry);
  for (const std::string &Entry : Changes)
    if (StringRef(Entry).contains('='))
      Variables.push_back(const_cast<char *>(Entry.c_str()));
  Variables.push_back(nullptr);
  return Variables;
}

Error cannotRun(StringRef Name, int Code) {
  return createStringError("cannot run '" + Name + "': " + sys::StrError(Code));
}

/// A child process from its start to its result.
class Child {
public:
  explicit Child(StringRef Name) : Name(Name) {}

  Error prepare() const {
    if (Error E = checkInterrupted())
      return E;
    return Out.Descriptor < 0 || Err.Descriptor < 0 ? cannotRun(Name, errno) : Error::success();
  }
  Expected<ProcessResult> result() const;

  const StringRef Name;
  const CapturedStream Out, Err;
  pid_t Id = 0;
};

Expected<ProcessResult> Child::result() const {
  int Status = 0;
  while (waitpid(Id, &Status, 0) < 0) {
    if (errno != EINTR)
      return cannotRun(Name, errno);
    if (CaughtSignal)
      ::kill(Id, CaughtSignal);
  }
  if (Error E = checkInterrupted())
    return E;
  ProcessResult Result;
  Result.ExitCode = WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
  Result.Stdout = Out.read();
  Result.Stderr = Err.read();
  if (WIFSIGNALED(Status))
    Result.Stderr += formatv("'{0}' was ended by signal {1} ({2})\n", Name, WTERMSIG(Status),
                             strsignal(WTERMSIG(Status)));
  return Result;
}

} // namespace

Expected<ProcessResult> runProcess(const std::string &Program, ArrayRef<std::string> Args,
                                   const std::string &Directory,
                                   ArrayRef<std::string> Environment) {
  Child Started(Program);
  if (Error E = Started.prepare())
    return E;
  std::vector<char *> Argv{const_cast<char *>(Program.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (!Directory.empty())
    posix_spawn_file_actions_addchdir_np(&Actions, Directory.c_str());
  posix_spawn_file_actions_adddup2(&Actions, Started.Out.Descriptor, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, Started.Err.Descriptor, STDERR_FILENO);
  int Code = posix_spawn(&Started.Id, Program.c_str(), &Actions, nullptr, Argv.data(),
                         environmentWith(Environment).data());
  posix_spawn_file_actions_destroy(&Actions);
  if (Code != 0)
    return cannotRun(Program, Code);
  return Started.result();
}

Expected<ProcessResult> runFork(function_ref<int()> Work, StringRef Name,
                                const std::string &Directory, ArrayRef<std::string> Environment) {
  Child Started(Name);
  if (Error E = Started.prepare())
    return E;
  std::vector<char *> Variables = environmentWith(Environment);
  Started.Id = ::fork();
  if (Started.Id < 0)
    return cannotRun(Name, errno);
  if (Started.Id == 0) {
    for (int Signal : {SIGINT, SIGTERM, SIGHUP}) // as in a program that is started
      if (std::signal(Signal, SIG_DFL) == SIG_IGN)
        std::signal(Signal, SIG_IGN);
    environ = Variables.data();
    bool Ready = ::dup2(Started.Out.Descriptor, STDOUT_FILENO) >= 0 &&
                 ::dup2(Started.Err.Descriptor, STDERR_FILENO) >= 0 &&
                 (Directory.empty() || ::chdir(Directory.c_str()) == 0);
    if (!Ready)
      std::perror(Directory.c_str());
    ::_exit(Ready ? Work() : 127);
  }
  return Started.result();
}

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
