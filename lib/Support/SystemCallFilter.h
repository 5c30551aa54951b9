// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system calls that a confined process is denied, by seccomp. Landlock is about files; this
// filter takes away what else leads out of a process: sockets, other processes, namespaces, the
// kernel's rarer interfaces, and the attributes of files, which Landlock leaves alone.
//
// The filter is a list of denied calls, because a list of allowed calls breaks linkers with the
// next C library, which uses a call that the list lacks. Calls of Linux 5.9 and later do not exist
// for a confined process (ENOSYS); C libraries are prepared for that.
//
// A denied call fails with EPERM. A 32-bit program for x86 has the same rules. A call by the
// numbers of any other architecture ends the process, because these numbers mean other calls.
//
// libseccomp makes the filter: it knows the numbers of each architecture.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <linux/filter.h>
#include <vector>

namespace etprune {

struct SystemCallRules {
  bool MayStartProcesses; ///< otherwise it may start threads
  bool MaySignal;         ///< where Landlock confines signals to its own processes
};

/// True where this kernel has such filters.
bool hasSystemCallFilters();

/// The filter as the kernel takes it; empty where the kernel has none.
llvm::Expected<std::vector<sock_filter>> systemCallFilter(SystemCallRules Rules);

/// Applies the filter to the calling process, which must have no_new_privs, for good. False, with
/// errno set, where that fails. Async-signal-safe.
bool applyFilter(llvm::ArrayRef<sock_filter> Filter);

} // namespace etprune
