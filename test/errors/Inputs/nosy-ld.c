/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A linker that was taken over by its input: it says that it is GNU ld, and in a link tries what no
 * linker has to do, and reports on stderr. NOSY_FOLDER has a file "private".
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static void say(const char *what, int result) {
  fprintf(stderr, "%s: %s\n", what, result < 0 ? strerror(errno) : "done");
}

static void at(const char *folder, const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  say(name, open(path, flags, 0666));
}

int main(int argc, char **argv) {
  const char *folder = getenv("NOSY_FOLDER");
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("GNU ld %s\n", "2.40");
    return 0;
  }
  at(folder, "private", O_RDONLY);
  at(folder, "written", O_WRONLY | O_CREAT);
  at("/etc", "passwd", O_RDONLY);
  at("/dev", "zero", O_RDONLY);
  at(".", "here", O_WRONLY | O_CREAT);
  char path[4096];
  snprintf(path, sizeof(path), "%s/private", folder);
  say("truncate", truncate(path, 0));
  snprintf(path, sizeof(path), "/proc/%d/environ", (int)getppid());
  say("environ", open(path, O_RDONLY));
  struct sockaddr_in inet = {.sin_family = AF_INET, .sin_port = htons(9)};
  inet.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  say("connect", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&inet, sizeof(inet)));
  say("signal", kill(getppid(), 0));
  errno = ENODATA;
  say("input", (int)read(STDIN_FILENO, (char[1]){0}, 1) - 1);
  say("descriptor", write(7, "x", 1));
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  int death = 0;
  prctl(PR_GET_PDEATHSIG, &death);
  fprintf(stderr, "privileges %s, core %d, ends with signal %d\n",
          prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) ? "fixed" : "open", (int)limit.rlim_max, death);
  execl("/usr/bin/touch", "touch", "touched", (char *)0);
  say("program", -1);
  return 3;
}
