// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Confines a child process, by the kernel: the linker that does a bundle's link again, and all that
// it runs. Its input may be hostile and linkers are not made for that, so the harm that they could
// be made to do is bounded, even where et-prune overlooked something in the bundle.
//
// - Landlock leaves access to the listed files alone, and denies signals to processes outside. It
// is part of Linux since 5.13 and grew since: each right is handled where the kernel
//   knows it.
// - A filter of system calls (SystemCallFilter.h) takes away sockets and all else that leads out of
//   a process, and, where nothing needs them, child processes.
// - A guard (ProcessGuard.h) kills all processes of the run when this process ends.
// - Limits bound memory, time and the sizes of files. Capabilities, with which root could raise
//   limits, are dropped but for those to open files, where Landlock holds.
//
// None of them needs privileges, and no process can undo them. Namespaces would need privileges
// that many systems withhold.
//
// The number of gcc's processes has no limit: the kernel counts processes per user (RLIMIT_NPROC),
// with all that the user runs besides, and for root not at all.
//
// The parent prepares everything, because a child of a process with threads may allocate nothing.
//
// The limits of a link are wide. They are to end a process that would never end, and no honest link
// on a slow machine.

#pragma once

#include "Support/SystemCallFilter.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <vector>

namespace etprune {

/// Names of files and folders; a folder stands for everything below it. One that does not exist is
/// no error. Links are followed.
struct FileAccess {
  std::vector<std::string> Read;
  std::vector<std::string> Execute; ///< and read
  std::vector<std::string> Write;   ///< and read
  /// The program may start other processes, as gcc does. Threads it may always have.
  bool StartsProcesses = false;
};

struct ProcessLimits {
  uint64_t Memory = 0;         ///< bytes, of each process
  uint64_t FileSize = 0;       ///< bytes, of each file
  uint64_t Output = 0;         ///< bytes, printed to each of stdout and stderr
  std::chrono::seconds Cpu{};  ///< of each process
  std::chrono::seconds Time{}; ///< from start to end
};

/// Limits that an honest link of so many bytes does not meet. `Compiles` intermediate code, too.
ProcessLimits linkLimits(uint64_t InputBytes, bool Compiles);
/// Those of a question that a program answers about itself.
ProcessLimits questionLimits();

class Confinement {
public:
  static llvm::Expected<Confinement> create(const FileAccess &Files, const ProcessLimits &Limits);
  Confinement(Confinement &&Other) noexcept;
  Confinement &operator=(Confinement &&) = delete;
  ~Confinement();

  /// Confines the calling process, a child of the one that made this and the leader of a process
  /// group from here on. False, with errno set, where that cannot be done. Async-signal-safe.
  bool enter() const;

  /// The limit that ended a process with this signal, and advice; empty where none did.
  std::string explain(int Signal) const;
  std::string explainTime() const;
  std::string explainOutput() const;

  const ProcessLimits Limits; ///< no wider than this process has them

private:
  Confinement(int Ruleset, std::vector<sock_filter> Filter, ProcessLimits Limits);

  int Ruleset; ///< a descriptor, or -1 without Landlock
  std::vector<sock_filter> Filter;
  rlim_t AddressSpace;
  pid_t Parent;
};

/// The version of Landlock in this kernel; 0 where it has none or it is turned off.
int landlockVersion();

/// True where this kernel can confine a program in all that et-prune promises: it has Landlock and
/// seccomp.
bool canConfine();

/// How the linker is confined on this machine, in a sentence for the user.
std::string describeConfinement();

} // namespace etprune
