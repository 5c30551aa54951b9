// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime of few lines, to show what another runtime needs of et-prune: an array of names and
// functions, which constructors fill before main.

#pragma once

#include <cstddef>

namespace tiny {

using Function = int (*)(int);

void add(const char *name, Function function);
Function find(const char *name); ///< null where there is no kernel of the name

} // namespace tiny

/// TINY_KERNEL(math::square, square) registers a function.
#define TINY_KERNEL(name, function)                                                                \
  __attribute__((constructor)) static void register_##function() { tiny::add(#name, function); }
