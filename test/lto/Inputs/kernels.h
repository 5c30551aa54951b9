// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the program's kernels. Each kernel prints a line; a run shows the registered kernels.

#pragma once

#include "et/kernel.h"

extern "C" {
void say(const char *text);
/// Defined in an archive member of its own, which has a constructor; see table.cpp.
int table_entry(int index);
}

#define SCHEMA(op) #op ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
