/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Imitates a GNU ld that a malicious input file controls. The program does not link. It tries
 * actions that no linker needs. For each group of actions, the program prints a line to stderr with
 * the errno of each action.
 *
 * The macro FOLDER names a folder of the user, which contains the file "private". Under the name
 * loud-ld, the program first prints 900 MiB, more than et-prune accepts. Under the name helper-ld,
 * the program only starts two processes that never end. The program itself ends after a second, or
 * after a minute if its argument is "stay".
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

extern char **environ;

static void section(const char *name) { fprintf(stderr, "\n%s:", name); }

static void said(const char *name, long result) {
  fprintf(stderr, " %s=%s", name, result < 0 ? strerrorname_np(errno) : "done");
}
#define TRY(name, call) said(name, (long)(call))

static void files(void) {
  const char *own = FOLDER "/private";
  section("files");
  TRY("read", open(own, O_RDONLY));
  TRY("write", open(FOLDER "/written", O_WRONLY | O_CREAT, 0666));
  TRY("mkdir", mkdir(FOLDER "/made", 0777));
  TRY("unlink", unlink(own));
  TRY("rename", rename(own, "taken"));
  TRY("link", link(own, "linked"));
  TRY("symlink", symlink(own, "symbolic"));
  section("attributes");
  TRY("truncate", truncate(own, 0));
  TRY("open+truncate", open(own, O_RDONLY | O_TRUNC));
  TRY("chmod", chmod(own, 0777));
  TRY("chown", chown(own, 1, 1));
  TRY("utimes", utimensat(AT_FDCWD, own, NULL, 0));
  TRY("xattr", setxattr(own, "user.x", "x", 1, 0));
  TRY("inotify", inotify_add_watch(inotify_init1(0), "/", IN_OPEN));
  char path[64];
  section("system");
  TRY("passwd", open("/etc/passwd", O_RDONLY));
  TRY("root", open("/", O_RDONLY | O_DIRECTORY));
  TRY("zero", open("/dev/zero", O_RDONLY));
  TRY("tty", open("/dev/tty", O_RDWR));
  TRY("run", execl("/usr/bin/touch", "touch", "touched", (char *)0));
  TRY("proc", open("/proc", O_RDONLY | O_DIRECTORY));
  for (const char *const *name = (const char *const[]){"environ", "mem", "maps", NULL}; *name;
       ++name) {
    snprintf(path, sizeof(path), "/proc/%d/%s", (int)getppid(), *name);
    TRY(*name, open(path, O_RDONLY));
  }
}

static void network(void) {
  static const struct {
    const char *name;
    int family, type;
  } kinds[] = {{"tcp", AF_INET, SOCK_STREAM},   {"udp", AF_INET, SOCK_DGRAM},
               {"tcp6", AF_INET6, SOCK_STREAM}, {"udp6", AF_INET6, SOCK_DGRAM},
               {"unix", AF_UNIX, SOCK_STREAM},  {"netlink", AF_NETLINK, SOCK_RAW},
               {"packet", AF_PACKET, SOCK_RAW}, {"vsock", AF_VSOCK, SOCK_STREAM}};
  section("sockets");
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); ++i)
    TRY(kinds[i].name, socket(kinds[i].family, kinds[i].type, 0));
  int pair[2];
  TRY("pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
}

static void processes(void) {
  const pid_t other = getppid();
  const int own = getpid();
  char byte;
  struct iovec here = {&byte, 1}, there = {&byte, 1};
  const struct rlimit none = {0, 0};
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  section("others");
  TRY("signal", kill(other, 0));
  TRY("queue", sigqueue(other, 0, (union sigval){0}));
  TRY("thread", syscall(SYS_tgkill, other, other, 0));
  TRY("pidfd", syscall(434 /* pidfd_open */, other, 0));
  TRY("ptrace", ptrace(PTRACE_SEIZE, other, 0, 0));
  TRY("readv", process_vm_readv(other, &here, 1, &there, 1, 0));
  TRY("limit", prlimit(other, RLIMIT_CORE, &none, NULL));
  TRY("priority", setpriority(PRIO_PROCESS, other, 0));
  TRY("processor", sched_setaffinity(other, sizeof(first), &first));
  section("children");
  TRY("fork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  TRY("clone3", syscall(435 /* clone3 */, NULL, 0));
  TRY("namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
  TRY("setsid", setsid());
  TRY("setpgid", setpgid(0, own));
  TRY("unshare", unshare(CLONE_NEWUSER));
  TRY("setns", setns(STDIN_FILENO, 0));
}

static void kernel(void) {
  struct {
    unsigned char bytes[256];
  } nothing = {{0}};
  section("kernel");
  TRY("key", syscall(SYS_add_key, "user", "et", "x", 1, -3));
  TRY("keyctl", syscall(SYS_keyctl, 0, -3, 0));
  TRY("bpf", syscall(SYS_bpf, 0, &nothing, 64));
  TRY("perf", syscall(SYS_perf_event_open, &nothing, 0, -1, -1, 0));
  TRY("userfaultfd", syscall(SYS_userfaultfd, 1));
  TRY("io_uring", syscall(425 /* io_uring_setup */, 1, &nothing));
  TRY("memfd", memfd_create("x", 0));
  TRY("shm", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
  TRY("msg", msgget(IPC_PRIVATE, IPC_CREAT | 0600));
  section("later"); /* actions whose effect comes later, and a system call of a later kernel */
  TRY("owner", fcntl(STDIN_FILENO, F_SETOWN, getppid()));
  TRY("death", prctl(PR_SET_PDEATHSIG, 0));
  TRY("terminal", ioctl(STDIN_FILENO, TIOCSTI, "x"));
  TRY("newer", syscall(1000));
  section("root");
  TRY("mount", mount("none", ".", "tmpfs", 0, NULL));
  TRY("fsopen", syscall(430 /* fsopen */, "tmpfs", 0));
  TRY("chroot", chroot("."));
  TRY("mknod", mknod("node", S_IFIFO | 0666, 0));
  TRY("handle", syscall(SYS_name_to_handle_at, AT_FDCWD, ".", &nothing, &nothing.bytes[128], 0));
  TRY("setuid", setuid(getuid()));
  TRY("setgroups", syscall(SYS_setgroups, 0, NULL));
  TRY("capset", syscall(SYS_capset, &nothing, NULL));
  section("machine");
  TRY("personality", personality(0xffffffff));
  TRY("module", syscall(SYS_init_module, &nothing, 1, ""));
  TRY("hostname", syscall(SYS_sethostname, "", 300));
}

static void own(void) {
  const size_t much = (size_t)64 << 30;
  const struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
  struct rlimit core;
  int death = 0;
  section("own");
  TRY("stage", open("here", O_WRONLY | O_CREAT, 0666));
  TRY("descriptor", write(7, "x", 1)); /* et-prune has descriptor 7; the linker must not have it */
  errno = ENODATA; /* if stdin is empty, read() returns 0 and leaves errno, so TRY prints ENODATA */
  TRY("input", (int)read(STDIN_FILENO, (char[1]){0}, 1) - 1);
  TRY("limit", setrlimit(RLIMIT_AS, &more));
  void *shared =
      mmap(NULL, much, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  TRY("memory", shared == MAP_FAILED ? -1 : 0);
  getrlimit(RLIMIT_CORE, &core);
  prctl(PR_GET_PDEATHSIG, &death);
  fprintf(stderr, "\nprivileges %s, core %d, ends with signal %d\n",
          prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) ? "fixed" : "open", (int)core.rlim_max, death);
  fprintf(stderr, "variables:");
  for (char **entry = environ; *entry; ++entry)
    fprintf(stderr, " %.*s", (int)strcspn(*entry, "="), *entry);
  fprintf(stderr, "\n");
}

/* Starts a process that tries to leave its process group. The process never ends by itself. */
static void leave_helper(void) {
  if (fork() != 0)
    return;
  fprintf(stderr, "setsid: %s\n", setsid() < 0 ? strerrorname_np(errno) : "done");
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  for (;;)
    sleep(60);
}

int main(int argc, char **argv) {
  if (strstr(argv[0], "helper-ld")) {
    leave_helper();
    leave_helper();
    sleep(strcmp(argv[1], "stay") == 0 ? 60 : 1);
    return 3;
  }
  if (argc == 2) {
    if (strcmp(argv[1], "--version") == 0)
      printf("GNU ld %s\n", "2.40");
    return 0;
  }
  if (strstr(argv[0], "loud-ld"))
    for (long i = 0; i < 900L << 10; ++i)
      fprintf(stderr, "%1023ld\n", i);
  files();
  network();
  processes();
  kernel();
  own();
  return 3;
}
