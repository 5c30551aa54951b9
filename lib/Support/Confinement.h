// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Confines a child process by means of the kernel. The child is the linker that relinks a bundle,
// or a program that the linker runs. A bundle may be hostile, and linkers are not written for
// hostile input.
//
// - Landlock (Linux 5.13) allows access only to the listed files. Since version 6, Landlock also
//   denies signals to processes outside of the run.
// - A filter of system calls denies sockets and all other calls that reach other processes. The
//   filter also denies child processes if the link needs none.
// - The guard, a small process, kills all processes of the run when the parent ends.
// - Limits bound memory, time and the sizes of files, far above the needs of any honest link. Root
//   could raise limits by means of capabilities. All capabilities are therefore dropped, except
//   those for opening files. The number of gcc's processes has no limit, because RLIMIT_NPROC
//   counts all processes of the user.
//
// No process can undo the confinement. Unlike namespaces, the confinement needs no privileges. The
// parent prepares all data before the fork. The child of a process with threads must not allocate
// memory, because another thread may have held the allocator's lock.

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

/// Paths of files and folders. A folder stands for everything below it. Paths that cannot be opened
/// are ignored.
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
  uint64_t Output = 0;         ///< in bytes, for each of stdout and stderr
  std::chrono::seconds Cpu{};  ///< for each process
  std::chrono::seconds Time{}; ///< elapsed time of the whole run
};

/// Limits for a link with inputs of this size. `Compiles` is true if the link compiles intermediate
/// code.
ProcessLimits linkLimits(uint64_t InputBytes, bool Compiles);
/// Limits for a program that only answers a question about itself, such as its version.
ProcessLimits questionLimits();

class Confinement {
public:
  static llvm::Expected<Confinement> create(const FileAccess &Files, const ProcessLimits &Limits);

  /// Confines the calling process, which must be a child of the process that made this object. The
  /// child becomes the leader of a process group. Returns false, with errno set, on failure.
  /// Async-signal-safe.
  bool enter() const;

  /// If a limit or the filter of system calls ended a process, says so and gives advice; else
  /// empty. `Signal` is the signal that ended the process, or 0 if the process printed too much.
  std::string explain(int Signal, bool IsOutOfTime) const;

  /// The limits given to create(), but not above the parent's own limits of file size and CPU time.
  /// `Memory` includes the parent's memory, because a forked child starts with a copy.
  const ProcessLimits Limits;

private:
  Confinement(Descriptor Ruleset, std::vector<sock_filter> Filter, ProcessLimits Limits);

  Descriptor Ruleset; ///< empty without Landlock
  std::vector<sock_filter> Filter;
  rlim_t AddressSpace;
  pid_t Parent;
};

/// The kernel's version of Landlock; 0 if Landlock is missing or turned off.
int landlockVersion();
bool hasSystemCallFilters();
bool canConfine();

std::string describeConfinement();

struct SystemCallRules {
  bool MayStartProcesses; ///< true if the link needs child processes
  bool MaySignal;         ///< true if Landlock limits signals to the run's processes
};

/// The filter in the kernel's form (SystemCallFilter.cpp); empty if the kernel has no filters.
llvm::Expected<std::vector<sock_filter>> systemCallFilter(SystemCallRules Rules);

/// Applies the filter to the calling process permanently. Linux requires that the process has
/// no_new_privs. Returns false, with errno set, on failure. Async-signal-safe.
bool applyFilter(llvm::ArrayRef<sock_filter> Filter);

/// Starts the guard unless it already runs. Returns false, with errno set, on failure.
bool startGuard();
/// Tells the guard to kill the calling process's group if et-prune ends. The caller must lead the
/// group and have no children yet. Returns false, with errno set, on failure. Async-signal-safe.
bool guardOwnGroup();
/// Tells the guard that the group's run has ended. Call this before waitpid() frees the leader's
/// process ID, because the guard could otherwise kill a new group with the same ID.
void endGuarding(pid_t Group);
/// Lets the guard end while this process goes on. startGuard() then starts another guard.
void dismissGuard();
/// Dismisses the guard and waits for its end, so that no zombie remains.
void endGuard();

} // namespace etprune
