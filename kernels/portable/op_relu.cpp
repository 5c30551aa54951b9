// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::relu.out: max(self, 0). NaN stays NaN, -0 stays -0. As in PyTorch, Bool and complex tensors
// are refused.
//
// The negative numbers of a dtype form one range of bit patterns. The range of a signed integer
// goes from the lowest integer to -1. The range of a floating point number goes from the pattern
// after -0 to minus infinity. The loop compares only bit patterns, so all dtypes of one size share
// a loop.

#include "../common/dtypes.h"
#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The `count` bit patterns from `first` on become 0.
template <typename Bits> struct ReluKernel : ElementwiseKernel {
  Bits first;
  Bits count;
};

template <typename Bits> void relu_run(const ElementRun &run) {
  const auto &kernel =
      *static_cast<const ReluKernel<Bits> *>(static_cast<const ElementwiseKernel *>(run.params));
  const Bits first = kernel.first;
  const Bits count = kernel.count;
  map_run<Bits>(run, [first, count](Bits bits) {
    return static_cast<Bits>(bits - first) < count ? Bits(0) : bits;
  });
}

template <typename Bits>
constexpr ReluKernel<Bits> relu_kernel(ScalarType dtype, Bits first, Bits count) {
  return {{dtype, dtype, 1, relu_run<Bits>}, first, count};
}
/// `infinity` is the bit pattern of infinity. A negative number has the sign bit and a magnitude
/// from 1 to `infinity`, so `infinity` is also the number of these patterns.
template <typename Bits> constexpr ReluKernel<Bits> float_kernel(ScalarType dtype, Bits infinity) {
  return relu_kernel<Bits>(dtype, (Bits(1) << (8 * sizeof(Bits) - 1)) + 1, infinity);
}
template <typename Bits> constexpr ReluKernel<Bits> signed_kernel(ScalarType dtype) {
  constexpr Bits half = Bits(1) << (8 * sizeof(Bits) - 1);
  return relu_kernel<Bits>(dtype, half, half);
}

constexpr auto kReluByte = relu_kernel<uint8_t>(ScalarType::Byte, 0, 0);
constexpr auto kReluChar = signed_kernel<uint8_t>(ScalarType::Char);
constexpr auto kReluShort = signed_kernel<uint16_t>(ScalarType::Short);
constexpr auto kReluInt = signed_kernel<uint32_t>(ScalarType::Int);
constexpr auto kReluLong = signed_kernel<uint64_t>(ScalarType::Long);
constexpr auto kReluHalf = float_kernel<uint16_t>(ScalarType::Half, 0x7c00);
constexpr auto kReluBFloat16 = float_kernel<uint16_t>(ScalarType::BFloat16, 0x7f80);
constexpr auto kReluFloat = float_kernel<uint32_t>(ScalarType::Float, 0x7f800000);
constexpr auto kReluDouble = float_kernel<uint64_t>(ScalarType::Double, 0x7ff0000000000000);

} // namespace

#define RELU(name, code, type)                                                                     \
  ET_KERNEL(aten, relu.out, name, "v1/" #code ";|*",                                               \
            "relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                            \
    map(context, args, kRelu##name);                                                               \
  }
ET_FORALL_REAL_DTYPES(RELU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
