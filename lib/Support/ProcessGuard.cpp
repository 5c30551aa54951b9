// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When et-prune ends, the kernel can kill the linker (PR_SET_PDEATHSIG), but not the linker's
// children, such as gcc's compiler. The guard, a small process, kills the children, too. Each run
// of a confined program has a process group, and the guard keeps a list of these groups. The guard
// reads from a pipe, and kills the groups when et-prune's end of the pipe is closed. The kernel
// closes this end however et-prune ends. The filter of system calls keeps processes in their group.
// If SIGKILL ends first the guard and then et-prune, no process kills the linker's children.

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

/// Keeps the list of groups, and kills the groups when the pipe is closed. When a run begins,
/// et-prune sends the number of the run's group. When the run ends, et-prune sends the negated
/// number.
void guard(int FromParent) {
  std::array<pid_t, 1024> Groups{}; // et-prune never runs as many groups at once
  pid_t Message;
  ssize_t Count;
  while ((Count = ::read(FromParent, &Message, sizeof(Message))) != 0) {
    if (Count != sizeof(Message)) // never happens: messages are whole, and signals are blocked
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

/// Makes only system calls. et-prune may have threads, and another thread may have held a lock of
/// the C library at the fork.
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
  endGuard(); // waits for the end of a dismissed guard
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
