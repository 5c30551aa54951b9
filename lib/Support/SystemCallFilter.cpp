// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The system calls that seccomp denies to a confined process. A list of allowed calls would break
// linkers as soon as the C library uses a new call. The filter is therefore a list of denied calls,
// which return EPERM. Calls that Linux has only since 5.9 return ENOSYS, and the C library then
// uses an older call. The same rules apply to 32-bit x86 programs. A system call of any other
// architecture ends the process, because the numbers of calls differ there.

#include "Support/Confinement.h"

#include "llvm/ADT/StringExtras.h"

#include <cstddef>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

using namespace llvm;

namespace etprune {

/// Denied calls of x86-64, i386 and AArch64. libseccomp ignores calls that a machine lacks.
static constexpr StringLiteral Denied[] = {
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): each string has several lines
    // Sockets, queues and shared memory.
    "socket socketpair connect bind listen accept accept4 sendto sendmsg sendmmsg recvfrom recvmsg "
    "recvmmsg recvmmsg_time64 shutdown setsockopt shmget shmat shmctl semget semop semtimedop "
    "semtimedop_time64 semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink memfd_create",
    // Other processes. A process that leaves the group would outlive the run.
    "setsid setpgid ptrace process_vm_readv process_vm_writev kcmp get_robust_list setpriority "
    "ioprio_set sched_setaffinity sched_setattr sched_setparam sched_setscheduler migrate_pages "
    "move_pages pidfd_send_signal pidfd_open pidfd_getfd",
    // Namespaces and file systems.
    "unshare setns mount umount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig "
    "fsmount fspick name_to_handle_at open_by_handle_at mknod mknodat quotactl fanotify_init "
    "inotify_add_watch",
    // Attributes of files and truncation. Landlock cannot deny attributes, and can deny truncation
    // only since version 3. GNU ld uses chmod to make its output executable. The denial does no
    // harm, because et-prune does not run the output in the temporary folder.
    "truncate truncate64 chmod fchmod fchmodat chown chown32 lchown lchown32 fchown fchown32 "
    "fchownat setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr utime utimes "
    "futimesat utimensat utimensat_time64",
    // Identity and keys.
    "setuid setuid32 setgid setgid32 setreuid setreuid32 setregid setregid32 setresuid setresuid32 "
    "setresgid setresgid32 setfsuid setfsuid32 setfsgid setfsgid32 setgroups setgroups32 capset "
    "add_key request_key keyctl personality",
    // The machine, and kernel interfaces that no compiler or linker uses.
    "io_setup io_uring_setup io_uring_enter io_uring_register bpf perf_event_open userfaultfd "
    "kexec_load kexec_file_load init_module finit_module create_module delete_module reboot swapon "
    "swapoff sethostname setdomainname acct syslog vhangup settimeofday stime clock_settime "
    "clock_settime64 clock_adjtime clock_adjtime64 adjtimex iopl ioperm modify_ldt vm86 vm86old "
    "uselib _sysctl nfsservctl lookup_dcookie"
    // NOLINTEND(bugprone-suspicious-missing-comma)
};
static constexpr StringLiteral Signals = "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo";

/// Flags that give a child another parent, another tracer or no tracer, or its own namespaces.
static constexpr uint64_t FlagsOfClone[] = {
    CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER,
    CLONE_NEWPID, CLONE_NEWNET,    CLONE_PARENT, CLONE_PTRACE, CLONE_UNTRACED};
static constexpr uint64_t RequestsOfIoctl[] = {TIOCSTI, TIOCLINUX}; // fake terminal input
static constexpr uint64_t CommandsOfFcntl[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG}; // cause signals
static constexpr uint64_t OptionsOfPrctl[] = {PR_SET_PDEATHSIG, PR_SET_PTRACER};

/// The number of faccessat2 (Linux 5.8). Calls with higher numbers return ENOSYS. These calls have
/// the same numbers on all architectures.
static constexpr uint32_t LastCall = 439;

namespace {

class FilterBuilder {
public:
  FilterBuilder() : Filter(::seccomp_init(SCMP_ACT_ALLOW)) {
    keep(::seccomp_attr_set(Filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    if (::seccomp_arch_native() == SCMP_ARCH_X86_64) // older toolchains are 32-bit programs
      keep(::seccomp_arch_add(Filter, SCMP_ARCH_X86));
  }
  ~FilterBuilder() { ::seccomp_release(Filter); }
  FilterBuilder(const FilterBuilder &) = delete;
  FilterBuilder &operator=(const FilterBuilder &) = delete;

  void answer(StringRef Names, int Errno) {
    for (StringRef Name : llvm::split(Names, ' '))
      keep(::seccomp_rule_add(Filter, SCMP_ACT_ERRNO(Errno), number(Name), 0));
  }
  /// Denies the call if the argument is one of the values. Compares only the low 32 bits, because
  /// the kernel ignores the high bits.
  void denyValues(StringRef Name, unsigned Argument, ArrayRef<uint64_t> Values) {
    for (uint64_t Value : Values)
      denyIf(Name, {Argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, Value});
  }
  void denyIf(StringRef Name, const scmp_arg_cmp &Condition) {
    keep(::seccomp_rule_add_array(Filter, SCMP_ACT_ERRNO(EPERM), number(Name), 1, &Condition));
  }
  /// Returns false after an error.
  bool appendTo(std::vector<sock_filter> &Program) const {
    const Descriptor File(::memfd_create("filter", MFD_CLOEXEC));
    if (Failed || ::seccomp_export_bpf(Filter, *File) != 0)
      return false;
    const size_t Before = Program.size(), Bytes = ::lseek(*File, 0, SEEK_CUR);
    Program.resize(Before + Bytes / sizeof(sock_filter));
    return ::pread(*File, &Program[Before], Bytes, 0) == ssize_t(Bytes);
  }

private:
  static int number(StringRef Name) { return ::seccomp_syscall_resolve_name(Name.str().c_str()); }
  void keep(int Result) { Failed |= Result != 0; }

  const scmp_filter_ctx Filter;
  bool Failed = false;
};

} // namespace

bool hasSystemCallFilters() {
  const uint32_t Action = SECCOMP_RET_KILL_PROCESS;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &Action) == 0;
}

Expected<std::vector<sock_filter>> systemCallFilter(SystemCallRules Rules) {
  if (!hasSystemCallFilters())
    return std::vector<sock_filter>();
  FilterBuilder To;
  for (StringRef Names : Denied)
    To.answer(Names, EPERM);
  if (!Rules.MaySignal)
    To.answer(Signals, EPERM);
  // The flags of these calls are in memory, which filters cannot read. After ENOSYS, C libraries
  // use clone and openat instead.
  To.answer("clone3 openat2", ENOSYS);
  for (uint64_t Flag : FlagsOfClone)
    To.denyIf("clone", {0, SCMP_CMP_MASKED_EQ, Flag, Flag});
  if (!Rules.MayStartProcesses) {
    To.denyIf("clone", {0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0});
    To.answer("fork vfork", EPERM);
  }
  // Denies opening a file for reading with truncation, which Landlock before version 3 allows.
  constexpr uint64_t Mode = O_TRUNC | O_ACCMODE, Truncating = O_TRUNC | O_RDONLY;
  To.denyIf("openat", {2, SCMP_CMP_MASKED_EQ, Mode, Truncating});
  To.denyIf("open", {1, SCMP_CMP_MASKED_EQ, Mode, Truncating});
  To.denyValues("ioctl", 1, RequestsOfIoctl);
  for (StringRef Name : {"fcntl", "fcntl64"})
    To.denyValues(Name, 1, CommandsOfFcntl);
  To.denyValues("prctl", 0, OptionsOfPrctl);
  To.denyIf("prlimit64", {0, SCMP_CMP_NE, 0, 0}); // denies changing another process's limits

  std::vector<sock_filter> Program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LastCall, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
  if (!To.appendTo(Program))
    return createStringError(
        "cannot confine the linker: libseccomp cannot build the filter of system calls");
  return Program;
}

bool applyFilter(ArrayRef<sock_filter> Filter) {
  const sock_fprog Program{static_cast<uint16_t>(Filter.size()),
                           const_cast<sock_filter *>(Filter.data())};
  // Without SPEC_ALLOW, some kernels run a filtered process in a slower processor mode. That mode
  // only protects threads of one process from each other, which a linker does not need.
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                   &Program) == 0;
}

} // namespace etprune
