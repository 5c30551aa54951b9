// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See division.h.

#include "division.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

bool is_integer(ScalarType type) {
  return type <= ScalarType::Long; // Byte, Char, Short, Int or Long. No kernel divides Bool.
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

bool read_divisor(Argument value, ScalarType type, void *out) {
  return read_integer_operand(value, type, out) &&
         !is_zero(static_cast<const char *>(out), element_size(type));
}

void divide(Call &call, const ElementwiseKernel &kernel, ElementRunFunction run) {
  enum : size_t { kSelf, kOther };
  const Tensor operands[] = {call.output(kernel.out, kernel.result),
                             call.output(kSelf, kernel.dtype), call.output(kOther, kernel.dtype)};
  if (call.ok() && is_integer(kernel.dtype))
    require_divisors(call, operands[1], operands[2], sizeof(int64_t));
  for_each_element(call, operands, 3, run, nullptr);
}

void divide(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kBinaryOut + 1);
  divide(call, kernel, kernel.run);
}

void mixed_divide(Call &call, const MixedOperands &operands, const WideRuns &runs) {
  if (call.ok() && number_kind(operands.common) <= NumberKind::Integer)
    require_divisors(call, operands.tensors[1], operands.tensors[2], element_size(operands.common));
  mixed_zip(call, operands, runs, nullptr);
}

void mixed_divide_by_number(Call &call, MixedScalar &mixed, const WideRuns &runs) {
  if (call.ok() && number_kind(mixed.map.common) <= NumberKind::Integer)
    call.require(!is_zero(mixed.number.bytes, element_size(mixed.map.common)));
  mixed_scalar(call, mixed, runs, nullptr);
}

void mixed_divide(KernelRuntimeContext &context, Args args, const WideRuns &runs) {
  Call call(context, args, kBinaryOut + 1);
  mixed_divide(call, take_mixed_operands(call, kBinaryOut, kWithoutBool), runs);
}

void mixed_divide_by_number(KernelRuntimeContext &context, Args args, const WideRuns &runs) {
  Call call(context, args, kBinaryOut + 1);
  MixedScalar mixed;
  take_mixed_scalar(call, kBinaryOut, kWithoutBool, mixed);
  mixed_divide_by_number(call, mixed, runs);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
