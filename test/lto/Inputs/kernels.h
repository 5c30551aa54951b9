// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of this program share: they say what they do, so that a run shows which of them
// are there.

#pragma once

#include "et/kernel.h"

extern "C" {
void say(const char *text);
/// In a member of its own in the archive, which has a constructor; see table.cpp.
int table_entry(int index);
}

#define SCHEMA(op) #op ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
