// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated main.cpp defines the array `names` and includes this file. main() runs all kernels
// in the order of `names`, and prints each result.

#pragma once

extern "C" void say(const char *text);

extern "C" {
unsigned trace, started;

NOINLINE int hash(const char *text) {
  unsigned value = 5381;
  while (*text)
    value = value * 33 + static_cast<unsigned char>(*text++);
  return static_cast<int>(value & 0xffff);
}
}

static void say_number(unsigned number) {
  char text[10];
  char *at = text + 9;
  *at = 0;
  do
    *--at = "0123456789abcdef"[number % 16];
  while (number /= 16);
  say(" ");
  say(at);
}

int main() {
  say("started");
  say_number(started);
  say("\n");
  for (const char *name : names) {
    say(name);
    bool found = false;
    for (const Kernel &kernel : kernels()) {
      if (strcmp(kernel.name, name) != 0)
        continue;
      Context context{3};
      kernel.fn(context, {nullptr, size_t(0)});
      say_number(static_cast<unsigned>(context.value));
      say_number(trace);
      found = true;
    }
    say(found ? "\n" : " is missing\n");
  }
  return 0;
}
