// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ends the processes of a confined run when this process ends, whatever ends it.
//
// The kernel can send a process a signal when its parent ends (PR_SET_PDEATHSIG), but not the
// processes that it has started itself: gcc's compiler ran on after a SIGKILL to et-prune. A small
// process of its own, the guard, knows the process groups of the runs that are not over. It kills
// them as soon as the pipe to this process is closed, which the kernel does at any end. No process
// can leave such a group, because the filter of system calls denies that.
//
// A PID namespace would do the same, but needs privileges that many systems and containers
// withhold. Whoever kills the guard before et-prune, both with SIGKILL, gets the linker alone
// ended.

#pragma once

#include <sys/types.h>

namespace etprune {

/// Starts the guard of this process unless it runs. False, with errno set, where that fails.
bool startGuard();
/// In a child that leads a process group, before it starts any process: tells the guard the group.
/// False, with errno set, where that fails. Async-signal-safe.
bool guardOwnGroup();
/// After the group's processes were ended and before its leader's number is free for another.
void endGuarding(pid_t Group);
/// Lets the guard end while this process goes on; another one is started where it is needed.
void dismissGuard();
/// Waits for the guard's end, so that it does not outlive this process as a zombie.
void endGuard();

} // namespace etprune
