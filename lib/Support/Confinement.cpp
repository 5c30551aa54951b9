// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Confinement.h"

#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"

#include <csignal>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <thread>

using namespace llvm;

namespace etprune {

namespace {

/// struct landlock_ruleset_attr with the members up to version 6. An older kernel accepts the
/// longer structure if the members that the kernel does not know are zero.
struct RulesetAttributes {
  uint64_t Files, Network, Scopes;
};

/// Older versions of <linux/landlock.h> lack these rights.
constexpr uint64_t Truncate = 1 << 14;      // version 3
constexpr uint64_t DeviceControl = 1 << 15; // version 5
constexpr uint64_t BindAndConnect = 3;      // version 4
constexpr uint64_t SocketsAndSignals = 3;   // version 6
constexpr int FirstWithSignals = 6;

constexpr uint64_t Read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t Execute = Read | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr uint64_t Write = Read | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                           LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                           LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REFER | Truncate;
/// The rights in a rule for a file. Landlock refuses such a rule if it also has rights for folders.
constexpr uint64_t OfFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                             LANDLOCK_ACCESS_FS_READ_FILE | Truncate;

/// The rights that this version of Landlock can deny.
RulesetAttributes handledBy(int Version) {
  uint64_t Files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1; // all rights of version 1
  if (Version >= 2)
    Files |= LANDLOCK_ACCESS_FS_REFER;
  if (Version >= 3)
    Files |= Truncate;
  if (Version >= 5)
    Files |= DeviceControl;
  return {Files, Version >= 4 ? BindAndConnect : 0,
          Version >= FirstWithSignals ? SocketsAndSignals : 0};
}

Error cannotConfine(const Twine &What) {
  const int Code = errno;
  return createStringError("cannot confine the linker: " + What + ": " + sys::StrError(Code));
}

Error allow(int Ruleset, const std::string &Path, uint64_t Rights) {
  const Descriptor File(::open(Path.c_str(), O_PATH | O_CLOEXEC));
  if (!File) // a rule is useless, because the linker cannot open the file
    return Error::success();
  struct stat Status;
  const bool IsFolder = ::fstat(*File, &Status) == 0 && S_ISDIR(Status.st_mode);
  landlock_path_beneath_attr Rule = {};
  Rule.parent_fd = *File;
  Rule.allowed_access = IsFolder ? Rights : Rights & OfFiles;
  if (::syscall(SYS_landlock_add_rule, Ruleset, LANDLOCK_RULE_PATH_BENEATH, &Rule, 0) != 0)
    return cannotConfine("'" + Path + "'");
  return Error::success();
}

Expected<Descriptor> makeRuleset(const FileAccess &Files, int Version) {
  const RulesetAttributes Handled = handledBy(Version);
  Descriptor Ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &Handled, sizeof(Handled), 0)));
  if (!Ruleset)
    return cannotConfine("Landlock, version " + Twine(Version));
  const std::pair<const std::vector<std::string> *, uint64_t> Lists[] = {
      {&Files.Read, Read}, {&Files.Execute, Execute}, {&Files.Write, Write}};
  for (const auto &[Paths, Rights] : Lists)
    for (const std::string &Path : *Paths)
      RETURN_IF_ERROR(allow(*Ruleset, Path, Rights & Handled.Files));
  return Ruleset;
}

} // namespace

int landlockVersion() {
  const long Version =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return static_cast<int>(std::max(Version, 0L));
}

bool canConfine() { return landlockVersion() != 0 && hasSystemCallFilters(); }

std::string describeConfinement() {
  if (canConfine())
    return "confined by the kernel (Landlock " + std::to_string(landlockVersion()) +
           ", seccomp): the linker could write only in its temporary folder and read only files "
           "that the link needs; it had no access to the network or other processes";
  return std::string("unconfined, because this kernel has no ") +
         (landlockVersion() ? "seccomp" : "Landlock") +
         ": the linker could do everything that you can, within limits of size and time";
}

ProcessLimits linkLimits(uint64_t InputBytes, bool Compiles) {
  constexpr uint64_t Mib = 1 << 20;
  const uint64_t Factor = Compiles ? 10 : 1;
  ProcessLimits Limits;
  Limits.Memory = Factor * (4096 * Mib + 32 * InputBytes);
  Limits.FileSize = 1024 * Mib + 16 * InputBytes; // inputs may have compressed debug information
  Limits.Output = 64 * Mib + 2 * InputBytes;      // --print-map, --trace
  Limits.Cpu = std::chrono::seconds(Factor * (300 + 5 * (InputBytes / Mib)));
  Limits.Time = 12 * Limits.Cpu;
  return Limits;
}

ProcessLimits questionLimits() {
  constexpr uint64_t Memory = uint64_t(4) << 30, FileSize = 16 << 20, Output = 1 << 20;
  return {Memory, FileSize, Output, std::chrono::minutes(1), std::chrono::minutes(10)};
}

static rlim_t ownLimit(int Resource) {
  rlimit Limit = {RLIM_INFINITY, RLIM_INFINITY};
  (void)::getrlimit(Resource, &Limit);
  return Limit.rlim_cur;
}

/// This process's memory in bytes, from a field of /proc/self/statm; 0 if unknown. A forked child
/// starts with a copy of this memory, so the limits include it. With a sanitizer, the copy alone
/// has terabytes.
enum MemoryField { AddressSpaceField = 0, DataField = 5 };
static uint64_t ownMemory(MemoryField Field) {
  auto Buffer = MemoryBuffer::getFileAsStream("/proc/self/statm");
  SmallVector<StringRef> Pages;
  if (Buffer)
    (*Buffer)->getBuffer().split(Pages, ' ');
  uint64_t Count = 0;
  const bool IsKnown = Pages.size() > Field && to_integer(Pages[Field], Count);
  return IsKnown ? Count * ::sysconf(_SC_PAGESIZE) : 0;
}

/// Sets the soft limit to Value and the hard limit to Value + Margin, but never above the current
/// hard limit. With a margin, the soft limit stays below the hard limit. The kernel then sends
/// SIGXCPU at the soft limit, and SIGKILL only at the hard limit.
static bool setLimit(int Resource, rlim_t Value, rlim_t Margin = 0) {
  rlimit Limit;
  if (::getrlimit(Resource, &Limit) != 0)
    return false;
  Limit.rlim_max = std::min(Limit.rlim_max, Value + Margin);
  Limit.rlim_cur = std::min(Value, Limit.rlim_max);
  if (Margin && Limit.rlim_cur == Limit.rlim_max && Limit.rlim_max > 1)
    --Limit.rlim_cur;
  return ::setrlimit(Resource, &Limit) == 0;
}

/// The value for RLIMIT_AS, in bytes. RLIMIT_DATA is not enough, because RLIMIT_DATA does not count
/// shared memory. RLIMIT_AS also counts programs, mapped files, and the memory that the C library
/// reserves for each thread.
static rlim_t addressSpace(const ProcessLimits &Limits) {
  constexpr uint64_t Gib = uint64_t(1) << 30, OfThread = uint64_t(160) << 20;
  const uint64_t Threads = std::max(std::thread::hardware_concurrency(), 1U);
  return ownMemory(AddressSpaceField) + Limits.Memory + Limits.FileSize + Gib + Threads * OfThread;
}

static ProcessLimits narrowed(ProcessLimits Limits) {
  Limits.Memory += ownMemory(DataField); // RLIMIT_DATA counts the memory that a child starts with
  Limits.FileSize = std::min<uint64_t>(Limits.FileSize, ownLimit(RLIMIT_FSIZE));
  Limits.Output = std::min(Limits.Output, Limits.FileSize);
  Limits.Cpu = std::chrono::seconds(std::min<rlim_t>(Limits.Cpu.count(), ownLimit(RLIMIT_CPU)));
  return Limits;
}

Confinement::Confinement(Descriptor Ruleset, std::vector<sock_filter> Filter, ProcessLimits Asked)
    : Limits(narrowed(Asked)), Ruleset(std::move(Ruleset)), Filter(std::move(Filter)),
      AddressSpace(addressSpace(Asked)), Parent(::getpid()) {}

Expected<Confinement> Confinement::create(const FileAccess &Files, const ProcessLimits &Limits) {
  if (!startGuard())
    return cannotConfine("fork");
  const int Version = landlockVersion();
  ASSIGN_OR_RETURN(auto Filter,
                   systemCallFilter({Files.StartsProcesses, Version >= FirstWithSignals}));
  Descriptor Ruleset;
  if (Version)
    RETURN_IF_ERROR(makeRuleset(Files, Version).moveInto(Ruleset));
  return Confinement(std::move(Ruleset), std::move(Filter), Limits);
}

/// Drops root's capabilities, except the two that let root open any file. By default, each program
/// that root runs gets all capabilities again. SECBIT_NOROOT prevents that.
static bool dropCapabilities() {
  __user_cap_header_struct Header{_LINUX_CAPABILITY_VERSION_3, /*pid=*/0};
  __user_cap_data_struct Data[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capget, &Header, Data) != 0)
    return false;
  const uint32_t Had = Data[0].permitted;
  if (!(Had | Data[1].permitted))
    return true;
  // Ignore a failure. In a container, root may lack CAP_SETPCAP, which this call needs.
  // no_new_privs, set later, also keeps programs from getting capabilities.
  (void)::prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED);
  const uint32_t Kept = Had & (1 << CAP_DAC_OVERRIDE | 1 << CAP_DAC_READ_SEARCH);
  Data[0] = {Kept, Kept, Kept};
  Data[1] = {};
  if (::syscall(SYS_capset, &Header, Data) != 0)
    return false;
  for (int Capability : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
    if (Kept & 1 << Capability)
      (void)::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, Capability, 0, 0);
  return true;
}

bool Confinement::enter() const {
  if (::setpgid(0, 0) != 0 || ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    return false;
  if (::getppid() != Parent) // the parent ended before prctl(), so the kernel sends no signal
    ::_exit(1);
  if (!guardOwnGroup())
    return false;
  std::signal(SIGXFSZ, SIG_DFL);
  std::signal(SIGXCPU, SIG_DFL);
  constexpr rlim_t SecondsToEnd = 5;
  if (!setLimit(RLIMIT_DATA, Limits.Memory) || !setLimit(RLIMIT_AS, AddressSpace) ||
      !setLimit(RLIMIT_FSIZE, Limits.FileSize) || !setLimit(RLIMIT_CORE, 0) ||
      !setLimit(RLIMIT_CPU, Limits.Cpu.count(), SecondsToEnd) || !dropCapabilities() ||
      ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
  if (Ruleset && ::syscall(SYS_landlock_restrict_self, *Ruleset, 0) != 0)
    return false;
  closeFrom(STDERR_FILENO + 1); // Landlock does not restrict descriptors that are already open
  return Filter.empty() || applyFilter(Filter);
}

static std::string sizeText(uint64_t Bytes) {
  constexpr uint64_t Kib = 1 << 10, Mib = 1 << 20;
  return Bytes >= Mib ? std::to_string(Bytes / Mib) + " MiB" : std::to_string(Bytes / Kib) + " KiB";
}

std::string Confinement::explain(int Signal, bool IsOutOfTime) const {
  auto Limit = [](const Twine &What, StringRef Advice) {
    return ("the process " + What + ", the limit for this process\n>>> " + Advice).str();
  };
  if (IsOutOfTime)
    return Limit("took longer than " + Twine(Limits.Time.count()) + " s",
                 "the process may have waited for something; link the program again");
  if (!Signal)
    return Limit("printed more than " + sizeText(Limits.Output),
                 "link the program without options that print, such as --trace");
  if (Signal == SIGXFSZ)
    return Limit(
        "wrote a file of more than " + sizeText(Limits.FileSize),
        "a linker script that moves an address far ahead ('. += 0x10000000') makes such an "
        "image; link the program without it");
  if (Signal == SIGXCPU)
    return Limit("computed for " + Twine(Limits.Cpu.count()) + " s",
                 "a likely cause is linker scripts that include each other many times; link the "
                 "program without these INCLUDE commands");
  if (Signal == SIGSYS)
    return "the process made a system call of another architecture, which et-prune cannot "
           "confine\n>>> use a linker that is built for this machine's architecture";
  return "";
}

} // namespace etprune
