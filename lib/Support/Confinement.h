// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Confines a child process by the kernel: the linker that relinks a bundle, and all programs that
// it runs. Its input may be hostile, and linkers are not written for hostile input. The confinement
// bounds the harm, even if et-prune overlooked something in the bundle.
//
// - Landlock (Linux 5.13) allows access only to the listed files, and denies signals to other
//   processes. Each right of a later version is denied if the kernel knows the right.
// - A filter of system calls (SystemCallFilter.h) denies sockets and all other calls that reach
//   other processes, and denies child processes if the link needs none.
// - A guard (ProcessGuard.h) kills all processes of the run when this process ends.
// - Limits bound memory, time and the sizes of files. They are so wide that no honest link on a
//   slow machine reaches them. Root could raise limits with its capabilities, so all are dropped,
//   except those to open files. The number of gcc's processes has no limit, because the kernel
//   would count all processes of the user (RLIMIT_NPROC).
//
// No process can undo the confinement. Unlike namespaces, it needs no privileges. The parent
// prepares everything, because a forked child of a process with threads must not allocate memory.

#pragma once

#include "Support/Descriptor.h"
#include "Support/SystemCallFilter.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace etprune {

/// Names of files and folders. A folder includes everything below it. A missing file is no error.
/// Symbolic links are followed.
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

  /// Confines the calling process, a child of the process that made this object; it becomes the
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

bool canConfine();

/// Says how the linker is confined on this machine, in a sentence for the user.
std::string describeConfinement();

} // namespace etprune
