// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers aten::add.out and custom::scale.out, which other libraries register, too. ExecuTorch's
// registry aborts a program that registers two kernels with the same operator and key.

#include <executorch/kernels/registration.h>

namespace {

static Kernel kernels_to_register[] = {
    Kernel("duplicate::one.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(3001)))),
    Kernel("aten::add.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(3002)))),
    Kernel("custom::scale.out", "v1/6;0,1|6;0,1|6;0,1",
           BOXED(*stack[5] = executorch::runtime::EValue(int64_t(3003)))),
};

static STOCK_REGISTER(kernels_to_register)

} // namespace
