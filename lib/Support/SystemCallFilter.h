// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system calls that seccomp denies to a confined process. Landlock restricts files. This filter
// denies the other ways out of a process: sockets, other processes, namespaces, the kernel's rarer
// interfaces, and changes of files' attributes.
//
// The filter is a list of denied calls. A list of allowed calls would break linkers with the next C
// library that uses a new call. Denied calls return EPERM. Calls that Linux has only since 5.9
// return ENOSYS, and the C library then uses an older call. The same rules apply to 32-bit x86
// programs. A system call of any other architecture ends the process, because its number means
// another call.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <linux/filter.h>
#include <vector>

namespace etprune {

struct SystemCallRules {
  bool MayStartProcesses; ///< true if the link needs child processes; threads are always allowed
  bool MaySignal;         ///< true if Landlock limits signals to the run's processes
};

bool hasSystemCallFilters();

/// The filter in the kernel's form; empty if the kernel has no filters.
llvm::Expected<std::vector<sock_filter>> systemCallFilter(SystemCallRules Rules);

/// Applies the filter to the calling process permanently. The process must have no_new_privs.
/// Returns false, with errno set, on failure. Async-signal-safe.
bool applyFilter(llvm::ArrayRef<sock_filter> Filter);

} // namespace etprune
