// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Confines a child process by the kernel: the linker that relinks a bundle, and all programs that
// it runs. Its input may be hostile, and linkers are not written for hostile input.
//
// - Landlock (Linux 5.13) allows access only to the listed files, and denies signals to other
//   processes.
// - A filter of system calls denies sockets and all other calls that reach other processes, and
//   denies child processes if the link needs none.
// - The guard, a small process, kills all processes of the run when this process ends.
// - Limits bound memory, time and the sizes of files, far above the needs of any honest link. Root
//   could raise limits with its capabilities, so all are dropped, except those to open files. The
//   number of gcc's processes has no limit, because RLIMIT_NPROC counts all processes of the user.
//
// No process can undo the confinement. Unlike namespaces, it needs no privileges. The parent
// prepares everything, because a forked child of a process with threads must not allocate memory.

#pragma once

#include "Support/Descriptor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <linux/filter.h>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace etprune {

/// Names of files and folders, with everything below them. A missing file is no error.
struct FileAccess {
  std::vector<std::string> Read;
  std::vector<std::string> Execute; ///< execute and read
  std::vector<std::string> Write;   ///< write and read
  /// The program may start other processes, as gcc does. Threads are always allowed.
  bool StartsProcesses = false;
};

struct ProcessLimits {
  uint64_t Memory = 0;         ///< in bytes, for each process
  uint64_t FileSize = 0;       ///< in bytes, for each file
  uint64_t Output = 0;         ///< in bytes, for stdout and stderr each
  std::chrono::seconds Cpu{};  ///< for each process
  std::chrono::seconds Time{}; ///< from start to end
};

/// Limits for a link with inputs of this size. `Compiles` is true if it compiles intermediate code.
ProcessLimits linkLimits(uint64_t InputBytes, bool Compiles);
/// Limits for a program that only answers a question about itself, such as its version.
ProcessLimits questionLimits();

class Confinement {
public:
  static llvm::Expected<Confinement> create(const FileAccess &Files, const ProcessLimits &Limits);

  /// Confines the calling process, a child of the process that made this object. It becomes the
  /// leader of a process group. Returns false, with errno set, on failure. Async-signal-safe.
  bool enter() const;

  /// The limit that ended a process, and advice; empty if no limit ended it. `Signal` is the signal
  /// that ended the process, or 0 if its output reached the limit.
  std::string explain(int Signal, bool IsOutOfTime) const;

  const ProcessLimits Limits; ///< no wider than this process's own

private:
  Confinement(Descriptor Ruleset, std::vector<sock_filter> Filter, ProcessLimits Limits);

  Descriptor Ruleset; ///< empty without Landlock
  std::vector<sock_filter> Filter;
  rlim_t AddressSpace;
  pid_t Parent;
};

/// The version of Landlock in this kernel; 0 if it has none or has it turned off.
int landlockVersion();
bool hasSystemCallFilters();
bool canConfine();

/// How the linker is confined on this machine, for the user.
std::string describeConfinement();

struct SystemCallRules {
  bool MayStartProcesses; ///< true if the link needs child processes
  bool MaySignal;         ///< true if Landlock limits signals to the run's processes
};

/// The filter in the kernel's form (SystemCallFilter.cpp); empty if the kernel has no filters.
llvm::Expected<std::vector<sock_filter>> systemCallFilter(SystemCallRules Rules);

/// Applies the filter to the calling process permanently. The process must have no_new_privs.
/// Returns false, with errno set, on failure. Async-signal-safe.
bool applyFilter(llvm::ArrayRef<sock_filter> Filter);

/// Starts the guard unless it already runs. Returns false, with errno set, on failure.
bool startGuard();
/// Called in a child that leads a process group, before it starts any process. Returns false, with
/// errno set, on failure. Async-signal-safe.
bool guardOwnGroup();
/// Called after the group's processes have ended and before its leader's number is reused.
void endGuarding(pid_t Group);
/// Lets the guard end while this process goes on. Another guard starts when one is needed.
void dismissGuard();
/// Waits for the guard's end, so that no zombie remains.
void endGuard();

} // namespace etprune
