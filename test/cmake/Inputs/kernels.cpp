// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four kernels of three operators.

#include "et/kernel.h"

#define ADD "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"

ET_KERNEL(aten, add.out, Float, "v1/6;|*", ADD) {}
ET_KERNEL(aten, add.out, Int, "v1/3;|*", ADD) {}
ET_KERNEL(aten, mul.out, Float, "v1/6;|*",
          "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {}
ET_KERNEL(aten, mm.out, Float, "v1/6;|*",
          "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {}
