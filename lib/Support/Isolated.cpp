// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Isolated.h"

#include "Support/Process.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

static void limit(int Resource, rlim_t Value) {
  rlimit Limit;
  if (getrlimit(Resource, &Limit) == 0 && Value < Limit.rlim_cur) {
    Limit.rlim_cur = Value;
    (void)setrlimit(Resource, &Limit);
  }
}

Expected<std::string> runIsolated(function_ref<std::string()> Work) {
  auto RunChild = [&] {
    limit(RLIMIT_CPU, 5);
    limit(RLIMIT_CORE, 0);
    // A crash is to end this process, not to reach the handlers of the tool.
    for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
      std::signal(Signal, SIG_DFL);
    raw_fd_ostream Out(STDOUT_FILENO, /*shouldClose=*/false, /*unbuffered=*/true);
    Out << Work();
    return Out.has_error() ? 1 : 0;
  };
  auto Result = runFork(RunChild, "reader", /*Directory=*/"", /*Environment=*/{});
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0)
    return createStringError("its reader crashed");
  return std::move(Result->Stdout);
}

} // namespace etprune
