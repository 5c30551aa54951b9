// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's sys::ExecuteAndWait is not enough. It cannot change the folder, but a linker's arguments
// may have relative paths. It cannot run code in the child, but Confinement::enter() must run
// there. A child writes its output to files in memory. A pipe could fill up and block the child,
// and a file on disk could fail because the disk is full.

#include "Support/Process.h"

#include "Support/Confinement.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>

using namespace llvm;

namespace etprune {

namespace {

/// A child's output on stdout or stderr, in a file in memory of at most `Limit` bytes. The file has
/// this size from the start, and a seal keeps the file from growing. The number of written bytes is
/// the file's offset, which all writers share.
class CapturedStream {
public:
  explicit CapturedStream(uint64_t Limit)
      : File(::memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING)), Limit(Limit) {
    if (!File ||
        (Limit && (::ftruncate(*File, Limit) != 0 ||
                   ::fcntl(*File, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)))
      Failure = errno;
  }

  /// True if the output may be cut off. A write that does not fit fails as a whole and leaves the
  /// rest of the file unused. The file therefore counts as full if a long write would not fit.
  bool isFull() const {
    const uint64_t LongestWrite = std::min<uint64_t>(Limit / 4, 1 << 16);
    return Limit && written() + LongestWrite > Limit;
  }
  /// The output, or only its first 4 KiB if isFull().
  std::string read() const {
    constexpr uint64_t OfFull = 1 << 12;
    std::string Text(isFull() ? std::min(written(), OfFull) : written(), '\0');
    size_t Done = 0;
    for (ssize_t Count = 1; Count > 0 && Done < Text.size(); Done += std::max<ssize_t>(Count, 0))
      Count = ::pread(*File, &Text[Done], Text.size() - Done, Done);
    Text.resize(Done);
    return Text;
  }

  const Descriptor File;
  int Failure = 0; ///< the errno of a failed call

private:
  uint64_t written() const { return std::max<off_t>(::lseek(*File, 0, SEEK_CUR), 0); }
  const uint64_t Limit; ///< 0 for no limit
};

volatile std::sig_atomic_t CaughtSignal = 0;

StringRef variableName(StringRef Entry) { return Entry.split('=').first; }

/// A confined program inherits only these variables. Other variables may hold the user's secrets.
constexpr StringLiteral InheritedVariables[] = {
    "PATH",
    "LD_LIBRARY_PATH", // for toolchains with libraries of their own
#if LLVM_ADDRESS_SANITIZER_BUILD
    "ASAN_OPTIONS",
    "LSAN_OPTIONS",
    "UBSAN_OPTIONS",
#endif
};

std::vector<char *> environmentWith(ArrayRef<std::string> Changes, bool IsConfined) {
  std::vector<char *> Variables;
  for (char **Entry = environ; *Entry; ++Entry)
    if ((!IsConfined || llvm::is_contained(InheritedVariables, variableName(*Entry))) &&
        llvm::none_of(Changes,
                      [&](StringRef E) { return variableName(E) == variableName(*Entry); }))
      Variables.push_back(*Entry);
  for (const std::string &Entry : Changes)
    if (StringRef(Entry).contains('='))
      Variables.push_back(const_cast<char *>(Entry.c_str()));
  Variables.push_back(nullptr);
  return Variables;
}

/// Overwrites the text of all variables except `Variables`. A forked child has a copy of this
/// process's memory, and a confined child must not find the user's secrets there.
void eraseOthers(ArrayRef<char *> Variables) {
  for (char **Entry = environ; *Entry; ++Entry)
    if (!llvm::is_contained(Variables, *Entry))
      std::memset(*Entry, 0, std::strlen(*Entry));
}

Error cannotRun(StringRef Name, int Code) {
  return createStringError("cannot run '" + Name + "': " + sys::StrError(Code));
}

class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t All;
    sigfillset(&All);
    ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  }
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &Before, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

  sigset_t Before;
};

class Child {
public:
  Child(StringRef Name, const std::string &Directory, ArrayRef<std::string> Environment,
        const Confinement *Confined)
      : Name(Name), Directory(Directory), Variables(environmentWith(Environment, Confined)),
        Confined(Confined), Out(Confined ? Confined->Limits.Output : 0),
        Err(Confined ? Confined->Limits.Output : 0) {}

  Error prepare() const {
    RETURN_IF_ERROR(checkInterrupted());
    const int Failure = Out.Failure ? Out.Failure : Err.Failure;
    return Failure ? cannotRun(Name, Failure) : Error::success();
  }
  bool becomeReady();
  Expected<ProcessResult> result();

  const StringRef Name;
  const std::string &Directory;
  std::vector<char *> Variables;
  const Confinement *Confined; ///< null if the child is not confined
  const CapturedStream Out, Err;
  /// Blocks the child's signals until becomeReady() ends, and the parent's signals outside ppoll().
  const BlockedSignals Blocked;
  pid_t Id = 0;

private:
  int wait();
  std::string reason(int Signal) const;
  bool IsOutOfTime = false;
};

/// Runs in the child. Returns false, with errno set, on failure. Async-signal-safe.
bool Child::becomeReady() {
  // Do as exec does: reset caught signals, and keep ignored signals ignored.
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(Signal, SIG_DFL) == SIG_IGN)
      std::signal(Signal, SIG_IGN);
  if (::dup2(*Out.File, STDOUT_FILENO) < 0 || ::dup2(*Err.File, STDERR_FILENO) < 0 ||
      (!Directory.empty() && ::chdir(Directory.c_str()) != 0))
    return false;
  if (Confined) {
    const int Nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (Nothing < 0 || ::dup2(Nothing, STDIN_FILENO) < 0 || !Confined->enter())
      return false;
  }
  return ::pthread_sigmask(SIG_SETMASK, &Blocked.Before, nullptr) == 0;
}

/// Waits for the child's end and returns its status. A signal from the user or the time limit ends
/// the child early. Signals are unblocked only during ppoll(), so that no signal is lost.
int Child::wait() {
  using std::chrono::steady_clock;
  const auto End = steady_clock::now() + (Confined ? Confined->Limits.Time : std::chrono::hours(0));
  const Descriptor Process(static_cast<int>(::syscall(SYS_pidfd_open, Id, 0)));
  pollfd Ended{*Process, POLLIN, 0};
  const pid_t All = Confined ? -Id : Id; // a confined child leads a process group
  siginfo_t Info = {};
  while (::waitid(P_PID, Id, &Info, WEXITED | WNOHANG | WNOWAIT) == 0 && Info.si_pid == 0) {
    std::chrono::nanoseconds Wait = std::chrono::hours(1);
    if (Confined)
      Wait = std::min(Wait, std::max<std::chrono::nanoseconds>(End - steady_clock::now(), {}));
    if (!Process) // Linux before 5.3 has no pidfd_open, so check again every 10 ms
      Wait = std::min<std::chrono::nanoseconds>(Wait, std::chrono::milliseconds(10));
    const timespec Timeout{static_cast<time_t>(Wait.count() / 1'000'000'000),
                           static_cast<long>(Wait.count() % 1'000'000'000)};
    if (::ppoll(&Ended, Process ? 1 : 0, &Timeout, &Blocked.Before) < 0 && CaughtSignal)
      ::kill(All, Confined ? SIGKILL : CaughtSignal); // a confined program has nothing to clean up
    if (Confined && !IsOutOfTime && steady_clock::now() >= End) {
      IsOutOfTime = true;
      ::kill(All, SIGKILL);
    }
  }
  if (Confined) { // kill the whole group before waitpid() frees the group's number
    ::kill(All, SIGKILL);
    endGuarding(Id);
  }
  int Status = 0;
  return ::waitpid(Id, &Status, 0) < 0 ? -1 : Status;
}

/// Removes LLVM's crash message and stack dump from the end of the messages. LLVM's message asks
/// the user to report a bug, but the cause may be a damaged file.
void dropCrashDump(std::string &Messages) {
  const size_t Start = Messages.find("PLEASE submit a bug report");
  if (Start != std::string::npos)
    Messages.erase(Start);
}

/// The signal or limit that ended the child, as text that follows the child's name.
std::string Child::reason(int Signal) const {
  const char *SignalName = strsignal(Signal);
  const std::string Limit = Confined ? Confined->explain(Signal, IsOutOfTime) : "";
  if (!Limit.empty())
    return "was stopped: " + Limit;
  if (Confined && llvm::is_contained({SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP}, Signal))
    return formatv("crashed: {0}\n"
                   ">>> the linker crashed, not et-prune; a file of the link may be damaged or "
                   "unusual\n"
                   ">>> compile and link the program again, or name another linker with --linker",
                   SignalName);
  return formatv("was ended by signal {0} ({1})", Signal, SignalName);
}

Expected<ProcessResult> Child::result() {
  const int Status = wait();
  if (Status < 0)
    return cannotRun(Name, errno);
  RETURN_IF_ERROR(checkInterrupted());
  ProcessResult Result;
  Result.ExitCode = WEXITSTATUS(Status);
  Result.Stdout = Out.read();
  Result.Stderr = Err.read();
  if (WIFSIGNALED(Status) || Out.isFull() || Err.isFull()) {
    if (Confined)
      dropCrashDump(Result.Stderr);
    const int Signal = WIFSIGNALED(Status) ? WTERMSIG(Status) : 0;
    Result.ExitCode = Signal ? 128 + Signal : 1;
    Result.Stderr += formatv("'{0}' {1}\n", Name, reason(Signal));
  }
  return Result;
}

} // namespace

Expected<ProcessResult> runProcess(const std::string &Program, ArrayRef<std::string> Args,
                                   const std::string &Directory, ArrayRef<std::string> Environment,
                                   const Confinement *Confined) {
  std::vector<char *> Argv{const_cast<char *>(Program.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);

  Child Started(Program, Directory, Environment, Confined);
  RETURN_IF_ERROR(Started.prepare());
  // A fork copies the page tables of this process, which takes longer than a small link. With
  // vfork, the child shares the memory and this process waits until the program runs.
  volatile int Failure = 0;
  Started.Id = ::vfork(); // NOLINT(bugprone-unsafe-functions)
  if (Started.Id < 0)
    return cannotRun(Program, errno);
  if (Started.Id == 0) {
    if (Started.becomeReady())
      ::execve(Program.c_str(), Argv.data(), Started.Variables.data());
    Failure = errno;
    ::_exit(127);
  }
  if (Failure) {
    ::waitpid(Started.Id, nullptr, 0);
    return cannotRun(Program, Failure);
  }
  return Started.result();
}

Expected<ProcessResult> runFork(function_ref<int()> Work, StringRef Name,
                                const std::string &Directory, ArrayRef<std::string> Environment,
                                const Confinement *Confined) {
  Child Started(Name, Directory, Environment, Confined);
  RETURN_IF_ERROR(Started.prepare());
  Started.Id = ::fork();
  if (Started.Id < 0)
    return cannotRun(Name, errno);
  if (Started.Id == 0) {
    if (Confined)
      eraseOthers(Started.Variables);
    environ = Started.Variables.data();
    const bool Ready = Started.becomeReady();
    if (!Ready)
      std::perror(Directory.c_str());
    ::_exit(Ready ? Work() : 127);
  }
  if (Confined) // the child calls setpgid(), too, but perhaps only after wait() kills the group
    ::setpgid(Started.Id, Started.Id);
  return Started.result();
}

void catchInterrupts() {
  struct sigaction Catch = {}, Old;
  Catch.sa_handler = [](int Signal) { CaughtSignal = Signal; };
  for (int Signal : {SIGINT, SIGTERM, SIGHUP})
    if (::sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      ::sigaction(Signal, &Catch, nullptr);
}

Error checkInterrupted() {
  if (!CaughtSignal)
    return Error::success();
  return createStringError(Twine("interrupted: ") + strsignal(CaughtSignal));
}

int exitStatus(int Status) {
  endGuard();
  if (CaughtSignal && Status) {
    std::signal(CaughtSignal, SIG_DFL);
    std::raise(CaughtSignal);
  }
  return Status;
}

} // namespace etprune
