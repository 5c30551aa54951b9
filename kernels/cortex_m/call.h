// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a call, checked as they are taken. A program may hand over anything; the first
// argument that is not what the kernel wants makes the call fail, and whatever is taken after that
// is nothing. So a kernel takes all it needs and asks ok() once, before it uses any of it.
//
// Operators of `cortex_m` with one dtype are fallback kernels. Their optional tensors (bias) would
// need a key for every combination, and there is nothing to choose; the kernel checks the dtypes.
// Those for Char and Short have a key each.
//
// `cortex_m` takes exactly as many arguments as its schemas, where other kernels take at least as
// many: ExecuTorch has added one to the convolutions, and a program of the older version would have
// its output read as something else.

#pragma once

#include "elementwise.h"
#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {

class Call {
public:
  /// A call of an operator whose schema has `count` arguments; a program adds the result. Any other
  /// number is that of another version of the operator, whose arguments mean other things.
  Call(KernelRuntimeContext &context, Span<EValue *> args, size_t count)
      : context_(context), args_(args) {
    require(args.size() == count + 1);
  }

  bool ok() const { return context_.failure_state() == Error::Ok; }
  void require(bool condition) {
    if (!condition)
      context_.fail(Error::InvalidArgument);
  }

  bool is_none(size_t index) const { return ok() && args_[index]->isNone(); }
  int32_t integer(size_t index, int32_t low = INT32_MIN, int32_t high = INT32_MAX);
  /// A zero point or a limit of Char elements.
  int32_t char_value(size_t index) { return integer(index, INT8_MIN, INT8_MAX); }
  bool boolean(size_t index);
  /// A number that can be divided by.
  float scale(size_t index);
  /// What requantize takes.
  int32_t multiplier(size_t index) { return integer(index, -INT32_MAX); }
  int32_t shift(size_t index);
  Span<const int64_t> list(size_t index);
  /// The first item of a list, which has one.
  int32_t first_of(size_t index, int32_t low, int32_t high);
  /// A tensor of that dtype; with memory, unless it is an output that is still to be resized.
  Tensor tensor(size_t index, ScalarType dtype);
  Tensor output(size_t index, ScalarType dtype);
  /// The elements of an Int tensor that has just `count` of them; null for one that is absent.
  const int32_t *ints(size_t index, size_t count);
  const int32_t *optional_ints(size_t index, size_t count) {
    return is_none(index) ? nullptr : ints(index, count);
  }

  /// Gives an output its shape, after which it may be written. Its memory may be that of an input.
  void resize(const Tensor &out, Span<const SizesType> sizes);
  /// Calls `run` for all elements of an output and of the inputs behind it, which broadcast to it.
  void for_each_element(const Tensor *operands, size_t count, ElementRunFunction run,
                        void *params) {
    if (ok())
      walk_broadcast(context_, operands, count, run, params);
  }

private:
  KernelRuntimeContext &context_;
  Span<EValue *> args_;
};

/// Whether the elements lie in memory in the order of their indices, or (four dimensions) with the
/// channels innermost. A dim order does not tell: it may put a dimension of one element anywhere.
bool is_contiguous(const Tensor &tensor);
bool is_channels_last(const Tensor &tensor);

} // namespace et::ET_KERNEL_LIBRARY
