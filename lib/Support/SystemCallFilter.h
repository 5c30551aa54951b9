// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system calls that a confined process is denied, by seccomp. Landlock is about files; this
// filter takes away what else leads out of a process: sockets, other processes, namespaces, the
// kernel's rarer interfaces, and the attributes of files, which Landlock leaves alone.
//
// The filter lists what is denied, not what is allowed. A list of allowed calls breaks linkers with
// the next C library, which uses a call that the list does not have. Calls that are newer than this
// file are answered as by a kernel without them (ENOSYS); C libraries are prepared for that.
//
// A denied call fails with EPERM. A call by another architecture's numbers, which no program of
// this machine's makes, ends the process, because the list would mean other calls.

#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <linux/filter.h>
#include <vector>

namespace etprune {

struct SystemCallRules {
  bool MayStartProcesses; ///< otherwise it may start threads
  bool MaySignal;         ///< where Landlock confines signals to its own processes
};

/// Whether this kernel has such filters, and the numbers of this machine's calls are known here.
bool hasSystemCallFilters();

/// The filter as the kernel takes it; empty where there are none.
std::vector<sock_filter> systemCallFilter(SystemCallRules Rules);

/// Applies the filter to the calling process, which must have no_new_privs, for good. False, with
/// errno set, where that fails. Async-signal-safe.
bool applyFilter(llvm::ArrayRef<sock_filter> Filter);

} // namespace etprune
