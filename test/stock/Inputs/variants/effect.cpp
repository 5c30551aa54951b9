// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The static initialiser of this file registers kernels and has another effect. EFFECT selects the
// other effect: a store to a variable (1), a call (2), or a store to a device register (3).

#include <executorch/kernels/registration.h>

extern "C" int stock_effect;
int stock_effect = 10;

#if EFFECT == 2
// The definition is in another object, so that the compiler cannot inline the function.
int stock_effect_of_call(int number);
#endif

namespace {

static Kernel kernels_to_register[] = {
    Kernel("effect::one.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(1001)))),
    Kernel("effect::two.out", BOXED(*stack[5] = executorch::runtime::EValue(int64_t(1002)))),
};

static STOCK_REGISTER(kernels_to_register)

    struct Effect {
  Effect() {
#if EFFECT == 1
    ++stock_effect;
#elif EFFECT == 2
    stock_effect = stock_effect_of_call(stock_effect);
#elif EFFECT == 3
    *reinterpret_cast<volatile uint8_t *>(ADDRESS) = 13;
#else
#error "EFFECT is 1, 2 or 3"
#endif
  }
} effect;

} // namespace
