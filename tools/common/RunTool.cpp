// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunTool.h"
#include "Messages.h"

#include "Support/Problems.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <malloc.h>
#include <new>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

constexpr size_t ReserveSize = size_t(1) << 20;
std::atomic<void *> Reserve = nullptr;
pid_t Self = 0;
StringRef ToolName;

/// Prints without a buffer, because there may be no memory to allocate one.
void printReason(StringRef Reason) {
  for (StringRef Text : {ToolName, StringRef(": error: "), Reason, StringRef("\n")})
    (void)!::write(STDERR_FILENO, Text.data(), Text.size());
}

constexpr StringLiteral NoMemory =
    "out of memory\n"
    ">>> raise the memory limit (ulimit -v, the container's limit), or use a "
    "smaller input";

/// Ends a forked child. An exception would run destructors, which could remove the parent's files.
void endFork(StringRef Why) {
  if (::getpid() == Self)
    return;
  printReason(Why);
  ::_exit(1);
}

[[noreturn]] void runOut() {
  if (void *Freed = Reserve.exchange(nullptr))
    ::munmap(Freed, ReserveSize);
  endFork("out of memory");
  throw std::bad_alloc();
}

[[noreturn]] void onFatalError(void *, const char *Why, bool) {
  endFork(Why);
  throw std::runtime_error(Why);
}

/// Called by std::terminate(), for example if no memory is left for an exception. The stack cannot
/// be unwound, so temporary files stay.
[[noreturn]] void onTerminate() {
  printReason(NoMemory);
  ::_exit(1);
}

} // namespace

static int statusOf(Expected<int> Result) {
  Error E = Result ? flushOutput() : Result.takeError();
  if (!E)
    return *Result;
  int Status = 1;
  if (E.isA<StatusError>()) // false if there are several errors
    visitErrors(E, [&](const ErrorInfoBase &Info) {
      Status = static_cast<const StatusError &>(Info).Status;
    });
  (void)fail(ToolName, std::move(E));
  return Status;
}

int runTool(StringLiteral Tool, function_ref<Expected<int>()> Run) {
  ToolName = Tool;
  Self = ::getpid();
  // malloc() keeps freed memory for later buffers, because Linux would clear each new page.
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20); // the largest value that malloc() accepts
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
  // A write beyond a file size limit becomes an error, like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  Reserve = ::mmap(nullptr, ReserveSize, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Reserve == MAP_FAILED) {
    printReason(NoMemory);
    return 1;
  }
  std::set_new_handler(runOut);
  install_bad_alloc_error_handler([](void *, const char *, bool) { runOut(); });
  install_fatal_error_handler(onFatalError);
  std::set_terminate(onTerminate);
  try {
    return statusOf(Run());
  } catch (const std::bad_alloc &) {
    printReason(NoMemory);
  } catch (const std::length_error &) { // a container cannot have this size
    printReason(NoMemory);
  } catch (const std::exception &E) {
    printReason(E.what());
  }
  return 1;
}

} // namespace etprune
