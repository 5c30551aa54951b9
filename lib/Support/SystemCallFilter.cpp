// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/SystemCallFilter.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace etprune {

namespace {

#if defined(__x86_64__)
constexpr uint32_t Architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__) && defined(__AARCH64EL__)
constexpr uint32_t Architecture = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t Architecture = 0; // numbers of calls are not known
#endif

//===- The calls ----------------------------------------------------------===//

/// Calls whose numbers all architectures share and older headers do not name.
enum SharedNumber : uint32_t {
  PidfdSendSignal = 424,
  IoUringSetup = 425, // to 427
  OpenTree = 428,     // to 433: move_mount, fsopen, fsconfig, fsmount, fspick
  PidfdOpen = 434,
  Clone3 = 435,
  Openat2 = 437,
  PidfdGetfd = 438,
  ProcessMadvise = 440,
  MountSetattr = 442,
  QuotactlFd = 443,
  MemfdSecret = 447,
  ProcessMrelease = 448,
  Fchmodat2 = 452,
  Statmount = 457, // to 461: listmount, lsm_get_self_attr, lsm_set_self_attr, lsm_list_modules
  Setxattrat = 463,
  Removexattrat = 466,
  OpenTreeAttr = 467,
  FileSetattr = 469,
  LastKnown = 469, ///< of Linux 6.17
};

constexpr uint32_t Denied[] = {
    // Sockets, and queues and memory that outlive their processes.
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg, SYS_shutdown,
    SYS_setsockopt, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop,
    SYS_semctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
    SYS_memfd_create, MemfdSecret,
    // Other processes. Those that leave the group would outlive it.
    SYS_setsid, SYS_setpgid, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    SYS_get_robust_list, SYS_setpriority, SYS_ioprio_set, SYS_sched_setaffinity, SYS_sched_setattr,
    SYS_sched_setparam, SYS_sched_setscheduler, SYS_migrate_pages, SYS_move_pages, PidfdSendSignal,
    PidfdOpen, PidfdGetfd, ProcessMadvise, ProcessMrelease,
    // Namespaces and file systems.
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, OpenTree,
    OpenTree + 1, OpenTree + 2, OpenTree + 3, OpenTree + 4, OpenTree + 5, MountSetattr,
    OpenTreeAttr, Statmount, Statmount + 1, Statmount + 2, Statmount + 3, Statmount + 4,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_mknodat, SYS_quotactl, QuotactlFd,
    SYS_fanotify_init, SYS_inotify_add_watch,
    // Attributes of files, and their contents before Landlock's version 3. GNU ld makes its output
    // executable, which no program needs in the stage.
    SYS_truncate, SYS_fchmod, SYS_fchmodat, Fchmodat2, SYS_fchown, SYS_fchownat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, Setxattrat,
    Removexattrat, FileSetattr, SYS_utimensat,
    // Identity and keys.
    SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid, SYS_setresgid, SYS_setfsuid,
    SYS_setfsgid, SYS_setgroups, SYS_capset, SYS_add_key, SYS_request_key, SYS_keyctl,
    SYS_personality,
    // The machine, and interfaces of the kernel that no compiler or linker has a use for.
    SYS_io_setup, IoUringSetup, IoUringSetup + 1, IoUringSetup + 2, SYS_bpf, SYS_perf_event_open,
    SYS_userfaultfd, SYS_kexec_load, SYS_kexec_file_load, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_sethostname, SYS_setdomainname,
    SYS_acct, SYS_syslog, SYS_vhangup, SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime,
    SYS_adjtimex};

#ifdef __x86_64__
/// Calls that only this architecture has. Most do what another one of the list does.
constexpr uint32_t DeniedHere[] = {
    SYS_mknod,  SYS_chmod,     SYS_chown,         SYS_lchown,     SYS_utime,
    SYS_utimes, SYS_futimesat, SYS_iopl,          SYS_ioperm,     SYS_modify_ldt,
    SYS_uselib, SYS__sysctl,   SYS_create_module, SYS_nfsservctl, SYS_lookup_dcookie};
#endif

constexpr uint32_t Signals[] = {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo,
                                SYS_rt_tgsigqueueinfo};

/// Flags for a child that is not the caller's own, is hidden from it, or has namespaces of its own.
constexpr uint32_t FlagsOfClone = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                  CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_PARENT |
                                  CLONE_PTRACE | CLONE_UNTRACED;
/// Requests to type on the user's terminal and to paste there.
constexpr uint32_t RequestsOfIoctl[] = {TIOCSTI, TIOCLINUX};
/// Requests for a signal to another process as soon as there is input.
constexpr uint32_t CommandsOfFcntl[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
constexpr uint32_t OptionsOfPrctl[] = {PR_SET_PDEATHSIG, PR_SET_PTRACER};

//===- The filter's program -----------------------------------------------===//

constexpr uint32_t Deny = SECCOMP_RET_ERRNO | EPERM, Unknown = SECCOMP_RET_ERRNO | ENOSYS;

/// Writes instructions. A jump tells how many of the next instructions are skipped, where the
/// condition holds and where not.
class FilterWriter {
public:
  void load(size_t Offset) { add(BPF_LD | BPF_W | BPF_ABS, Offset); }
  /// The low half of an argument: all of those that are looked at have 32 bits.
  void loadArgument(unsigned Index) {
    load(offsetof(seccomp_data, args) + Index * sizeof(uint64_t));
  }
  void loadNumber() { load(offsetof(seccomp_data, nr)); }
  void answer(uint32_t Answer) { add(BPF_RET | BPF_K, Answer); }
  void answerIf(uint16_t Condition, uint32_t Value, uint32_t Answer) {
    add(BPF_JMP | Condition | BPF_K, Value, 0, 1);
    answer(Answer);
  }
  void answerUnless(uint16_t Condition, uint32_t Value, uint32_t Answer) {
    add(BPF_JMP | Condition | BPF_K, Value, 1, 0);
    answer(Answer);
  }
  /// For one call, a program that gives an answer in every case.
  template <class Function> void forCall(uint32_t Number, Function Write) {
    const size_t Jump = Program.size();
    add(BPF_JMP | BPF_JEQ | BPF_K, Number);
    Write();
    Program[Jump].jf = distance(Jump);
  }
  /// For the numbers below another, a program that gives an answer in every case.
  template <class Function> void ifLess(uint32_t Number, Function Write) {
    const size_t Jump = Program.size();
    add(BPF_JMP | BPF_JGE | BPF_K, Number);
    Write();
    Program[Jump].jt = distance(Jump);
  }
  void denyArgument(uint32_t Number, unsigned Index, ArrayRef<uint32_t> Values) {
    forCall(Number, [&] {
      loadArgument(Index);
      for (uint32_t Value : Values)
        answerIf(BPF_JEQ, Value, Deny);
      answer(SECCOMP_RET_ALLOW);
    });
  }

  std::vector<sock_filter> Program;

private:
  /// From a jump to the next instruction.
  uint8_t distance(size_t Jump) const {
    const size_t Skipped = Program.size() - Jump - 1;
    assert(Skipped < 256 && "a filter's jumps have eight bits");
    return static_cast<uint8_t>(Skipped);
  }
  void add(uint16_t Code, size_t Value, uint8_t IfTrue = 0, uint8_t IfFalse = 0) {
    Program.push_back({Code, IfTrue, IfFalse, static_cast<uint32_t>(Value)});
  }
};

/// To open a file to read and to truncate it, which Landlock before its version 3 lets pass.
void denyTruncation(FilterWriter &To, uint32_t Number, unsigned FlagsIndex) {
  To.forCall(Number, [&] {
    To.loadArgument(FlagsIndex);
    To.answerUnless(BPF_JSET, O_TRUNC, SECCOMP_RET_ALLOW);
    To.answerIf(BPF_JSET, O_ACCMODE, SECCOMP_RET_ALLOW);
    To.answer(Deny);
  });
}

void writeCalls(FilterWriter &To, SystemCallRules Rules) {
  // Their flags are in memory, which filters cannot read. C libraries go on with clone and openat.
  for (uint32_t Number : {Clone3, Openat2})
    To.forCall(Number, [&] { To.answer(Unknown); });
  denyTruncation(To, SYS_openat, /*FlagsIndex=*/2);
#ifdef SYS_open
  denyTruncation(To, SYS_open, /*FlagsIndex=*/1);
#endif
  To.forCall(SYS_clone, [&] {
    To.loadArgument(0);
    To.answerIf(BPF_JSET, FlagsOfClone, Deny);
    if (!Rules.MayStartProcesses)
      To.answerUnless(BPF_JSET, CLONE_THREAD, Deny);
    To.answer(SECCOMP_RET_ALLOW);
  });
  To.denyArgument(SYS_ioctl, 1, RequestsOfIoctl);
  To.denyArgument(SYS_fcntl, 1, CommandsOfFcntl);
  To.denyArgument(SYS_prctl, 0, OptionsOfPrctl);
  To.forCall(SYS_prlimit64, [&] { // of another process
    To.loadArgument(0);
    To.answerUnless(BPF_JEQ, 0, Deny);
    To.answer(SECCOMP_RET_ALLOW);
  });
}

/// The numbers at which the answer changes: the first that is denied, the first after it that is
/// not, and so on.
std::vector<uint32_t> boundsOf(std::vector<uint32_t> Numbers) {
  llvm::sort(Numbers);
  std::vector<uint32_t> Bounds;
  for (uint32_t Number : Numbers)
    if (!Bounds.empty() && Number <= Bounds.back())
      Bounds.back() = Number + 1;
    else
      Bounds.insert(Bounds.end(), {Number, Number + 1});
  return Bounds;
}

/// A binary search, since the length of a filter and the steps to an answer are its price: when it
/// is applied, the kernel tries it with every number, and those that are always allowed cost
/// nothing from then on.
void writeSearch(FilterWriter &To, ArrayRef<uint32_t> Bounds, bool IsDenied) {
  if (Bounds.empty())
    return To.answer(IsDenied ? Deny : SECCOMP_RET_ALLOW);
  const size_t Middle = Bounds.size() / 2;
  To.ifLess(Bounds[Middle], [&] { writeSearch(To, Bounds.take_front(Middle), IsDenied); });
  writeSearch(To, Bounds.drop_front(Middle + 1), IsDenied ^ (Middle % 2 == 0));
}

} // namespace

bool hasSystemCallFilters() {
  const uint32_t Action = SECCOMP_RET_KILL_PROCESS;
  return Architecture && ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &Action) == 0;
}

std::vector<sock_filter> systemCallFilter(SystemCallRules Rules) {
  if (!hasSystemCallFilters())
    return {};
  FilterWriter To;
  To.load(offsetof(seccomp_data, arch));
  To.answerUnless(BPF_JEQ, Architecture, SECCOMP_RET_KILL_PROCESS);
  To.loadNumber();
  To.answerIf(BPF_JGT, LastKnown, Unknown); // x86-64's other numbers (x32) are large
  writeCalls(To, Rules);
  std::vector<uint32_t> Numbers(std::begin(Denied), std::end(Denied));
  if (!Rules.MaySignal)
    Numbers.insert(Numbers.end(), std::begin(Signals), std::end(Signals));
#ifdef __x86_64__
  Numbers.insert(Numbers.end(), std::begin(DeniedHere), std::end(DeniedHere));
  if (!Rules.MayStartProcesses)
    Numbers.insert(Numbers.end(), {SYS_fork, SYS_vfork});
#endif
  writeSearch(To, boundsOf(std::move(Numbers)), /*IsDenied=*/false);
  return std::move(To.Program);
}

bool applyFilter(ArrayRef<sock_filter> Filter) {
  const sock_fprog Program{static_cast<uint16_t>(Filter.size()),
                           const_cast<sock_filter *>(Filter.data())};
  // Without a slower mode of the processor, which some kernels turn on with a filter. It guards a
  // process against its own threads.
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                   &Program) == 0;
}

} // namespace etprune
