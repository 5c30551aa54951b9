// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shared library libplugin.so registers these kernels in the registry of the program.

#include <executorch/kernels/registration.h>

namespace {

static Kernel kernels_to_register[] = {
    Kernel("plugin::one.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(4001)))),
    Kernel("plugin::two.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(4002)))),
};

static STOCK_REGISTER(kernels_to_register)

} // namespace
