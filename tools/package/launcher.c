/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An installation has symbolic links to et-ld, one for each linker's name. A wheel has copies of
 * this program instead, because pip unpacks no symbolic links, and because two dozen copies of
 * et-ld would take 200 MB. This program runs ../../bin/et-ld and passes its arguments unchanged.
 * et-ld reads the linker's name from argv[0].
 *
 * This program must be fast and small, because every link runs it. Therefore it has no C library.
 * It takes a kilobyte and does only two system calls.
 */

#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>

#define TEXT(words) words, sizeof(words) - 1

/* Makes a system call; a negative result is an error. */
static long call(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
  register long fourth __asm__("r10") = d;
  __asm__ volatile("syscall"
                   : "+a"(number)
                   : "D"(a), "S"(b), "d"(c), "r"(fourth)
                   : "rcx", "r11", "memory");
  return number;
#elif defined(__aarch64__)
  register long which __asm__("x8") = number;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  __asm__ volatile("svc 0"
                   : "+r"(first)
                   : "r"(which), "r"(second), "r"(third), "r"(fourth)
                   : "memory");
  return first;
#else
#error "the launcher has no system call for this machine"
#endif
}

static void print(const char *text, size_t size) { call(SYS_write, 2, (long)text, (long)size, 0); }

/* Returns the length of path[0, end) without its last component. */
static size_t parent(const char *path, size_t end) {
  while (end > 0 && path[--end] != '/')
    ;
  return end;
}

/* When a program starts, the stack has the number of arguments, the arguments, the environment. */
__attribute__((used, noreturn)) void launch(char **stack) {
  static const char program[] = "/bin/et-ld";
  static char path[4096 + sizeof(program)];
  long size = call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path, 4096);
  if (size > 0) {
    size_t end = parent(path, parent(path, parent(path, (size_t)size)));
    /* volatile: otherwise the compiler would call memcpy(), which is in the C library. */
    for (size_t i = 0; i < sizeof(program); ++i)
      ((volatile char *)path)[end + i] = program[i];
    char **arguments = stack + 1;
    char **environment = arguments + (long)stack[0] + 1;
    call(SYS_execve, (long)path, (long)arguments, (long)environment, 0);
    size = (long)(end + sizeof(program) - 1);
  }
  print(TEXT("et-ld: error: cannot run the linker wrapper '"));
  print(path, size > 0 ? (size_t)size : 0);
  print(TEXT("'\n>>> install et-prune again; it needs /proc\n"));
  call(SYS_exit, 1, 0, 0, 0);
  __builtin_unreachable();
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n  mov %rsp, %rdi\n  and $-16, %rsp\n  call launch\n");
#else
__asm__(".globl _start\n_start:\n  mov x0, sp\n  bl launch\n");
#endif
