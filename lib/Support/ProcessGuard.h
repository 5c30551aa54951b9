// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ends the processes of a confined run when this process ends, for any reason.
//
// The kernel can send a signal to a child when its parent ends (PR_SET_PDEATHSIG), but not to the
// child's own children, such as gcc's compiler. A small process, the guard, therefore knows the
// process groups of the current runs. It kills them when the pipe to this process is closed, which
// the kernel does at any end. The filter of system calls denies leaving a group. If both the guard
// and then et-prune get SIGKILL, only the linker itself ends.

#pragma once

#include <sys/types.h>

namespace etprune {

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
