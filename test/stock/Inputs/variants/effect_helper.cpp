// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines the function that effect.cpp calls if EFFECT is 2. If EFFECT is 3, effect.cpp stores to
// ADDRESS. On Linux, this file maps memory at ADDRESS before the store. Without the memory, the
// store would crash.

int stock_effect_of_call(int number);
int stock_effect_of_call(int number) { return number + 2; }

#ifdef __linux__
#include <sys/mman.h>

__attribute__((constructor(101))) static void map_device() {
  mmap(reinterpret_cast<void *>(ADDRESS), 4096, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}
#endif
