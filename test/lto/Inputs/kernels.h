// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kernel prints a line, so that a run shows the registered kernels.

#pragma once

#include "et/kernel.h"

extern "C" {
void say(const char *text);
/// Returns the square of `index`, which must be less than 8.
int table_entry(int index);
}

#define SCHEMA(op) #op ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
