// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own sys::ExecuteAndWait cannot change the folder, which relative paths in a linker's
// arguments make necessary. Output goes to unnamed temporary files, which cannot fill up and block
// the child as a pipe can.

#include "Link/Process.h"

#include "llvm/Support/Errno.h"

#include <cstdio>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace llvm;

namespace etprune {

namespace {

struct CloseFile {
  void operator()(FILE *File) const { fclose(File); }
};
using TempFile = std::unique_ptr<FILE, CloseFile>;

std::string readAll(FILE *File) {
  std::string Text;
  char Buffer[1 << 16];
  rewind(File);
  while (size_t Count = fread(Buffer, 1, sizeof(Buffer), File))
    Text.append(Buffer, Count);
  return Text;
}

StringRef variableName(StringRef Entry) { return Entry.split('=').first; }

} // namespace

Expected<ProcessResult> runProcess(const std::string &Program, ArrayRef<std::string> Args,
                                   const std::string &Directory,
                                   ArrayRef<std::string> Environment) {
  auto Fail = [&](int Code) {
    return createStringError("cannot run '" + Program + "': " + sys::StrError(Code));
  };
  TempFile Out(tmpfile()), Err(tmpfile());
  if (!Out || !Err)
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
    Variables.push_back(const_cast<char *>(Entry.c_str()));
  Variables.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (!Directory.empty())
    posix_spawn_file_actions_addchdir_np(&Actions, Directory.c_str());
  posix_spawn_file_actions_adddup2(&Actions, fileno(Out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&Actions, fileno(Err.get()), STDERR_FILENO);
  pid_t Child;
  int Code = posix_spawn(&Child, Program.c_str(), &Actions, nullptr, Argv.data(), Variables.data());
  posix_spawn_file_actions_destroy(&Actions);
  if (Code != 0)
    return Fail(Code);

  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return Fail(errno);
  ProcessResult Result;
  Result.ExitCode = WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
  Result.Stdout = readAll(Out.get());
  Result.Stderr = readAll(Err.get());
  return Result;
}

} // namespace etprune
