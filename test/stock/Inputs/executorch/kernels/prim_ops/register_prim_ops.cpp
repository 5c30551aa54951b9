// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the prim ops that the file KERNELS lists. The macro KERNELS names prim_ops.def, or a
// file with selected lines of prim_ops.def.

#include <executorch/kernels/registration.h>
#include <executorch/runtime/platform/platform.h>

using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;
using executorch::runtime::etensor::Tensor;

namespace torch::executor::function {

void et_copy_index(KernelRuntimeContext &context, Span<EValue *> stack);
void et_view(KernelRuntimeContext &context, Span<EValue *> stack);

namespace {

#define HELPER [[maybe_unused]] __attribute__((noinline)) static

HELPER void floor_div_double(double a, double b, EValue &out) {
  const double rest = __builtin_fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0))
    quotient -= 1;
  out = EValue(quotient);
}

// clang stores the message in the same section as the operators' names. et-prune must keep the
// message when it removes names of dropped operators from this section.
HELPER int64_t remainder(int64_t a, int64_t b) {
  if (b == 0) {
    et_pal_emit_log_message("remainder of a division by zero");
    executorch::runtime::runtime_abort();
  }
  return a % b;
}

// The compiler makes a jump table for the switch.
HELPER void local_scalar(Span<EValue *> stack) {
  const Tensor &tensor = stack[0]->toTensor();
  switch (stack[3]->toInt()) {
  case 0:
    *stack[5] = EValue(tensor.data[0] > 0);
    break;
  case 1:
    *stack[5] = EValue(static_cast<double>(tensor.data[1]));
    break;
  case 2:
    *stack[5] = EValue(static_cast<int64_t>(tensor.data[2] * 8));
    break;
  case 3:
    *stack[5] = EValue(static_cast<double>(tensor.data[3] * 3));
    break;
  case 4:
  case 6:
    *stack[5] = EValue(int64_t(1));
    break;
  case 7:
    *stack[5] = EValue(static_cast<double>(tensor.data[0] / 2));
    break;
  default:
    executorch::runtime::runtime_abort();
  }
}

template <typename T> inline void answer(Span<EValue *> stack, T value) {
  *stack[5] = EValue(value);
}

#define LEFT stack[2]->toInt()
#define RIGHT stack[3]->toInt()
#define FRACTION stack[6]->toDouble()

static Kernel prim_ops[] = {
#define PRIM(name, ...) Kernel(name, BOXED(__VA_ARGS__)),
#define PRIM_FUNCTION(name, function) Kernel(name, function),
#include KERNELS
};

STOCK_REGISTER(prim_ops)

} // namespace
} // namespace torch::executor::function
