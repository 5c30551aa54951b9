// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Isolated.h"

#include "llvm/Support/Errno.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace etprune {

static void limit(int Resource, rlim_t Value) {
  rlimit Limit;
  if (getrlimit(Resource, &Limit) == 0 && Value < Limit.rlim_cur) {
    Limit.rlim_cur = Value;
    (void)setrlimit(Resource, &Limit);
  }
}

[[noreturn]] static void runChild(function_ref<std::string()> Work, int Out) {
  limit(RLIMIT_CPU, 5);
  limit(RLIMIT_CORE, 0);
  // A crash is to end this process without a message, not to reach the handlers of the tool.
  if (int Nowhere = open("/dev/null", O_WRONLY); Nowhere >= 0)
    (void)dup2(Nowhere, STDERR_FILENO);
  for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    std::signal(Signal, SIG_DFL);
  std::string Text = Work();
  StringRef Rest = Text;
  while (!Rest.empty()) {
    ssize_t Count = ::write(Out, Rest.data(), Rest.size());
    if (Count < 0 && errno != EINTR)
      _exit(1);
    Rest = Rest.drop_front(std::max<ssize_t>(Count, 0));
  }
  _exit(0);
}

Expected<std::string> runIsolated(function_ref<std::string()> Work) {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return createStringError("cannot create a pipe: " + sys::StrError());
  pid_t Child = fork();
  if (Child == 0) {
    close(Pipe[0]);
    runChild(Work, Pipe[1]);
  }
  int Failure = errno;
  close(Pipe[1]);
  std::string Text;
  std::vector<char> Buffer(1 << 16);
  ssize_t Count = 0;
  while (Child > 0 &&
         (Count = sys::RetryAfterSignal(-1, ::read, Pipe[0], Buffer.data(), Buffer.size())) > 0)
    Text.append(Buffer.data(), Count);
  close(Pipe[0]);
  if (Child < 0)
    return createStringError("cannot create a process: " + sys::StrError(Failure));
  int Status = 0;
  (void)sys::RetryAfterSignal(-1, waitpid, Child, &Status, 0);
  if (Count < 0 || !WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    return createStringError("its reader crashed");
  return Text;
}

} // namespace etprune
