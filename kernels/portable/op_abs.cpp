// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::abs.out: the absolute value, which is real for complex numbers. The lowest integer of a
// dtype stays negative, because the dtype cannot hold the positive number. As in PyTorch, Bool is
// refused.

#include <cmath>
#include <limits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "negate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// negate_run() negates the numbers whose sign bit is set: (bits & kSign) == kTop. For Byte, kSign
/// is 0 and kTop is not 0, so no number changes.
template <typename T>
constexpr auto kAbs = negate_kernel<T>(NumberBits<T>::kSign, NumberBits<T>::kTop);

template <typename T> void complex_abs_run(const ElementRun &run) {
  // If one part is infinite, the result is infinite, even if the other part is NaN. The test is
  // needed because libstdc++ for bare-metal Arm has its own hypotf, which returns NaN in this case.
  map_run<Complex<T>, T>(run, [](Complex<T> x) {
    return std::isinf(x.real) || std::isinf(x.imag) ? std::numeric_limits<T>::infinity()
                                                    : std::hypot(x.real, x.imag);
  });
}
template <typename T>
constexpr ElementwiseKernel kComplexAbs = elementwise<Complex<T>, T>(kUnaryOut, complex_abs_run<T>);

} // namespace

#define ABS_SCHEMA "abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define ABS(name, code, type)                                                                      \
  ET_KERNEL(aten, abs.out, name, "v1/" #code ";|*", ABS_SCHEMA) { map(context, args, kAbs<type>); }
ET_FORALL_REAL_DTYPES(ABS)

ET_KERNEL(aten, abs.out, ComplexFloat, "v1/9;|6;", ABS_SCHEMA) {
  map(context, args, kComplexAbs<float>);
}
ET_KERNEL(aten, abs.out, ComplexDouble, "v1/10;|7;", ABS_SCHEMA) {
  map(context, args, kComplexAbs<double>);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
