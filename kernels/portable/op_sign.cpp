// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sign.out: 1, 0 or -1; 0 for NaN and for -0. As in PyTorch, complex tensors are refused.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "number_bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename Bits> struct SignKernel : ElementwiseKernel {
  Bits magnitude; // mask of all bits except the sign of a floating point number
  Bits infinity;
  Bits one;
  Bits minus_one;
};

template <typename Bits> void sign_run(const ElementRun &run) {
  const auto &kernel =
      *static_cast<const SignKernel<Bits> *>(static_cast<const ElementwiseKernel *>(run.params));
  const Bits magnitude = kernel.magnitude;
  const Bits infinity = kernel.infinity;
  const Bits one = kernel.one;
  const Bits minus_one = kernel.minus_one;
  map_run<Bits>(run, [=](Bits bits) {
    const Bits size = bits & magnitude;
    // False for NaN, whose size is above infinity, and for 0, because 0 - 1 wraps around.
    if (static_cast<Bits>(size - 1) < infinity)
      return (bits & NumberBits<Bits>::kTop) != 0 ? minus_one : one;
    return Bits(0);
  });
}

template <typename T, typename Number = NumberBits<T>>
constexpr SignKernel<typename Number::Bits> kSign = {
    elementwise<T>(kUnaryOut, sign_run<typename Number::Bits>), Number::kMagnitude,
    Number::kInfinity, Number::kOne, Number::kSign != 0 ? Number::kMinusOne : Number::kOne};

} // namespace

#define SIGN(name, code, type)                                                                     \
  ET_KERNEL(aten, sign.out, name, "v1/" #code ";|*",                                               \
            "sign.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                            \
    map(context, args, kSign<type>);                                                               \
  }
ET_FORALL_REAL_DTYPES(SIGN)
ET_FORALL_BOOL_DTYPE(SIGN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
