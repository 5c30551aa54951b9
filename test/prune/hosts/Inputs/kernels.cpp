// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/kernel.h"
extern "C" double helper(double);
ET_KERNEL(aten, add.out, Float, "v1/6;|*", "add.out(Tensor self) -> Tensor") {
  helper(static_cast<double>(args.size()));
}
ET_FALLBACK_KERNEL(aten, add.out, "add.out(Tensor self) -> Tensor") { helper(1.0); }
ET_KERNEL(aten, relu.out, Float, "v1/6;|*", "relu.out(Tensor self) -> Tensor") {}
