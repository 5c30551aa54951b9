/* Like nosy-ld.c, imitates a linker that a malicious input file controls. This linker is a 32-bit
   x86 program, because the system calls of such programs have other numbers. For each call, the
   program prints whether the call fails with EPERM. Compile with gcc -m32 -static -nostdlib. */

static int call(int number, const void *a, const void *b, long c) {
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return -result;
}

static void print(int stream, const char *text) {
  long size = 0;
  while (text[size])
    ++size;
  call(4 /* write */, (void *)stream, text, size);
}

static void try(const char *name, int error) {
  print(2, name);
  print(2, error == 1 ? "EPERM" : error <= 0 ? "done" : "another errno");
}

__attribute__((used)) static void run(int argc) {
  const long tcp[3] = {2, 1, 0};
  if (argc == 2) {
    print(1, "GNU ld 2.40\n");
    call(1 /* exit */, 0, 0, 0);
  }
  try("socket=", call(359 /* socket */, (void *)2, (void *)1, 0));
  try(" socketcall=", call(102 /* socketcall */, (void *)1, tcp, 0));
  try(" setuid32=", call(213 /* setuid32 */, 0, 0, 0));
  try(" chmod=", call(15 /* chmod */, ".", (void *)0777, 0));
  try(" fork=", call(2 /* fork */, 0, 0, 0));
  print(2, "\n");
  call(1 /* exit */, (void *)3, 0, 0);
}

__asm__(".globl _start\n_start: pushl (%esp)\n call run\n");
