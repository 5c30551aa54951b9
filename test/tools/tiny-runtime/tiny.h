// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small runtime. Before main, a constructor function for each kernel adds the kernel's name and
// function to an array.

#pragma once

#include <cstddef>

namespace tiny {

using Function = int (*)(int);

void add(const char *name, Function function);
Function find(const char *name); ///< null if no kernel has the name

} // namespace tiny

#define TINY_KERNEL(name, function)                                                                \
  __attribute__((constructor)) static void register_##function() { tiny::add(#name, function); }
