// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/kernel.h"

extern "C" void trace(const char *);
ET_KERNEL(aten, mul.out, Float, "v1/6;|*",
          "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {
  trace("mul of floats, which is no more than a sentence that takes its place in flash");
}
