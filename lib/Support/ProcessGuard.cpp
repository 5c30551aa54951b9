// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel can send a signal to a child when its parent ends (PR_SET_PDEATHSIG), but not to the
// child's own children, such as gcc's compiler. The guard therefore knows the process groups of the
// current runs. It kills them when the pipe to et-prune is closed, which the kernel does at any
// end. The filter of system calls denies leaving a group. If both the guard and then et-prune get
// SIGKILL, only the linker itself ends.

#include "Support/Confinement.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace etprune {

namespace {

std::mutex Starting;
int ToGuard = -1; ///< this process's end of the pipe; children close it or lose it at exec
pid_t Guard = 0;

/// Each message is a process group's number when the group's run begins, or the negated number when
/// it ends.
void guard(int FromParent) {
  std::array<pid_t, 1024> Groups{}; // more groups than run at a time
  pid_t Message;
  ssize_t Count;
  while ((Count = ::read(FromParent, &Message, sizeof(Message))) != 0) {
    if (Count != sizeof(Message)) // all signals are blocked, so a signal is not the reason
      continue;
    const pid_t Old = Message < 0 ? -Message : 0, New = Message < 0 ? 0 : Message;
    for (pid_t &Group : Groups)
      if (Group == Old) {
        Group = New;
        break;
      }
  }
  for (pid_t Group : Groups)
    if (Group > 0)
      ::kill(-Group, SIGKILL);
}

/// A fork of a process that may have threads makes only system calls.
[[noreturn]] void becomeGuard(int FromParent) {
  sigset_t All;
  sigfillset(&All);
  ::sigprocmask(SIG_SETMASK, &All, nullptr);
  ::setsid(); // the guard must not get signals to et-prune's group
  ::prctl(PR_SET_NAME, "et-guard");
  constexpr int Kept = 0;
  if (::dup2(FromParent, Kept) < 0 || ::chdir("/") != 0)
    ::_exit(1);
  closeFrom(Kept + 1);
  guard(Kept);
  ::_exit(0);
}

bool tell(pid_t Message) { return ::write(ToGuard, &Message, sizeof(Message)) == sizeof(Message); }

} // namespace

bool startGuard() {
  const std::lock_guard<std::mutex> Lock(Starting);
  if (ToGuard >= 0)
    return true;
  endGuard(); // waits for a dismissed guard
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return false;
  Guard = ::fork();
  if (Guard == 0)
    becomeGuard(Ends[0]);
  const int Code = errno;
  ::close(Ends[0]);
  if (Guard < 0) {
    Guard = 0;
    ::close(Ends[1]);
    errno = Code;
    return false;
  }
  ToGuard = Ends[1];
  return true;
}

bool guardOwnGroup() { return tell(::getpid()); }

void endGuarding(pid_t Group) { (void)tell(-Group); }

void dismissGuard() {
  if (ToGuard >= 0)
    ::close(ToGuard);
  ToGuard = -1;
}

void endGuard() {
  dismissGuard();
  if (Guard)
    ::waitpid(Guard, nullptr, 0);
  Guard = 0;
}

} // namespace etprune
