// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/kernel.h"

#define SCHEMA "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"

extern "C" void trace(const char *);
ET_KERNEL(aten, add.out, Float, "v1/6;|*", SCHEMA) { trace("add of floats"); }
ET_KERNEL(aten, add.out, Int, "v1/3;|*", SCHEMA) { trace("add of ints"); }
