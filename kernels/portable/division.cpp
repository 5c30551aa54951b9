// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See division.h.

#include "division.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

bool is_integer(ScalarType type) {
  return type <= ScalarType::Long; // The codes of Byte to Long; Bool divides nowhere.
}

bool is_zero(const char *bytes, size_t size) {
  char any = 0;
  do {
    any |= bytes[--size];
  } while (size != 0);
  return any == 0;
}

} // namespace

void require_divisors(Call &call, const Tensor &dividends, const Tensor &divisors, size_t size) {
  if (!call.ok() || !call.require(has_data(divisors)) || dividends.numel() == 0)
    return;
  const char *at = divisors.const_data_ptr<char>();
  const size_t step = divisors.element_size();
  if (size > step)
    size = step;
  for (size_t left = divisors.numel(); left != 0; --left) {
    if (is_zero(at, size)) {
      call.require(false);
      return;
    }
    at += step;
  }
}

void require_divisor(Call &call, const ScalarNumber &divisor, size_t size) {
  call.require(call.ok() && !is_zero(divisor.bytes, size));
}

void divide(Call &call, const ElementwiseKernel &kernel, ElementRunFunction run) {
  const Tensor operands[] = {call.output(kernel.out, kernel.result), call.output(0, kernel.dtype),
                             call.output(1, kernel.dtype)};
  if (call.ok() && is_integer(kernel.dtype))
    require_divisors(call, operands[1], operands[2], sizeof(int64_t));
  for_each_element(call, operands, 3, run, nullptr);
}

void divide(KernelRuntimeContext &context, Args::Items items, size_t size,
            const ElementwiseKernel &kernel) {
  Call call(context, {items, size}, 3);
  divide(call, kernel, kernel.run);
}

void divide_by_number(Call &call, const ScalarKernel &kernel, ElementRunFunction run) {
  ScalarNumber number;
  call.require(call.ok() && kernel.read(call[1], kernel.dtype, number.bytes));
  if (is_integer(kernel.dtype))
    require_divisor(call, number, element_size(kernel.dtype));
  zip_number(call, kernel, run, number, nullptr);
}

void divide_by_number(KernelRuntimeContext &context, Args::Items items, size_t size,
                      const ScalarKernel &kernel) {
  Call call(context, {items, size}, 3);
  divide_by_number(call, kernel, kernel.run);
}

void mixed_divide(Call &call, const MixedOperands &operands, const WideRuns &runs) {
  if (call.ok() && number_kind(operands.common) <= NumberKind::Integer)
    require_divisors(call, operands.tensors[1], operands.tensors[2], element_size(operands.common));
  mixed_zip(call, operands, runs, nullptr);
}

void mixed_divide_by_number(Call &call, const MixedOperands &operands, const WideRuns &runs) {
  if (call.ok() && number_kind(operands.common) <= NumberKind::Integer)
    require_divisor(call, operands.number, element_size(operands.common));
  mixed_zip(call, operands, runs, nullptr);
}

void mixed_divide(KernelRuntimeContext &context, Args::Items items, size_t size,
                  const WideRuns &runs) {
  Call call(context, {items, size}, 3);
  mixed_divide(call, take_mixed_operands(call, 2, kWithoutBool), runs);
}

void mixed_divide_by_number(KernelRuntimeContext &context, Args::Items items, size_t size,
                            const WideRuns &runs) {
  Call call(context, {items, size}, 3);
  mixed_divide_by_number(call, take_mixed_scalar(call, 2, kWithoutBool | kScalarSecond), runs);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
