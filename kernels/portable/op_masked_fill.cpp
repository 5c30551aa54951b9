// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::masked_fill.Scalar_out: `value` if the mask is true, else self. Mask and self broadcast.
// For integer dtypes, the value loses its fraction. A value out of the dtype's range is an error.
// Half and BFloat16 accept any value in the range of float; too large values become infinite.

#include <cstring>

#include "where.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kMask, kValue, kOut, kCount };

/// `read` writes the Scalar as an element, but as a float for Half and BFloat16. `store` converts
/// this float to an element, in place. For other dtypes, `store` is null.
struct FillKernel : ElementwiseKernel {
  ScalarReader read;
  void (*store)(char *number);
};

template <typename T> void store_short(char *number) {
  float value;
  std::memcpy(&value, number, sizeof(value));
  const T element = static_cast<T>(value);
  std::memcpy(number, &element, sizeof(element));
}

template <typename T>
constexpr FillKernel kFill = {elementwise<T>(kOut, select_run<BitsOf<T>>), kConvertedReader<T>,
                              nullptr};
template <>
constexpr FillKernel kFill<Half> = {elementwise<Half>(kOut, select_run<uint16_t>),
                                    kScalarReader<Half>, store_short<Half>};
template <>
constexpr FillKernel kFill<BFloat16> = {elementwise<BFloat16>(kOut, select_run<uint16_t>),
                                        kScalarReader<BFloat16>, store_short<BFloat16>};

struct FillRun {
  ElementRunFunction run;
  ScalarNumber value;
};

/// Calls select_run with (out, value, self, mask). The operands of `run` are (out, self, mask).
void fill_run(const ElementRun &run) {
  const FillRun &fill = *static_cast<const FillRun *>(run.params);
  ElementRun select = run;
  for (size_t i = 3; i != 1; --i) {
    select.data[i] = run.data[i - 1];
    select.strides[i] = run.strides[i - 1];
  }
  select.data[1] = const_cast<char *>(fill.value.bytes);
  select.strides[1] = 0;
  fill.run(select);
}

void masked_fill(KernelRuntimeContext &context, Args args, const FillKernel &kernel) {
  Call call(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, kernel.dtype), call.output(kSelf, kernel.dtype),
                             call.output(kMask, ScalarType::Bool)};
  FillRun fill;
  fill.run = kernel.run;
  if (!call.require(call.ok() && kernel.read(call[kValue], kernel.dtype, fill.value.bytes)))
    return;
  if (kernel.store)
    kernel.store(fill.value.bytes);
  for_each_element(call, operands, 3, fill_run, &fill);
}

} // namespace

#define MASKED_FILL(name, code, type)                                                              \
  ET_KERNEL(aten, masked_fill.Scalar_out, name, "v1/" #code ";|11;|" #code ";",                    \
            "masked_fill.Scalar_out(Tensor self, Tensor mask, Scalar value, *, Tensor(a!) out) "   \
            "-> Tensor(a!)") {                                                                     \
    masked_fill(context, args, kFill<type>);                                                       \
  }
ET_FORALL_COMPUTE_DTYPES(MASKED_FILL)

} // namespace et::kernels::ET_KERNEL_LIBRARY
