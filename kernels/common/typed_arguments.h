// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a call, checked as they are taken. A program may pass anything; the first
// argument that the kernel cannot use makes the call fail, and the arguments that are taken after
// that are empty. So a kernel takes all it needs and asks ok() once, before it uses any of it.
//
// Kernels of `cortex_m` take exactly as many arguments as their schemas, the others at least as
// many: ExecuTorch has added one to the convolutions, and a program of the older version would have
// its output read as something else.
//
// An output that cannot have the shape is `InvalidArgument`, one too small for it
// `MemoryAllocationFailed`, a constant `InvalidProgram`. A wrong number of arguments is
// `InvalidProgram`, as in ExecuTorch.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

class Call {
public:
  /// A call with at least `count` arguments, those of the schema.
  Call(KernelRuntimeContext &context, Args args, size_t count) : Call(context, args) {
    require_count(args.size() >= count);
  }
  /// A call with just the arguments of the schema and the result, which a program adds: any other
  /// number is that of another version of the operator, whose arguments mean other things.
  static Call exact(KernelRuntimeContext &context, Args args, size_t count) {
    Call call(context, args);
    call.require_count(args.size() == count + 1);
    return call;
  }

  /// True until this call fails. Earlier calls with the same context do not count.
  bool ok() const { return context_ != nullptr; }
  /// Makes the call fail with InvalidArgument unless the condition holds. Gives ok().
  bool require(bool condition);
  /// The first report counts, whatever a runtime makes of several.
  void fail(Error error) {
    if (ok())
      context_->fail(error);
    context_ = nullptr;
  }

  /// The arguments themselves; to be looked at while ok() only.
  decltype(auto) operator[](size_t index) const { return args_[index]; }
  /// Makes a result of a number.
  template <typename Number> void set(size_t index, Number value) { args_.set(index, value); }

  /// An argument that the kernel has no use for. A device's tensor is refused nevertheless.
  void skip(size_t index) {
    if (ok() && args_[index].isDeviceTensor())
      fail(Error::InvalidArgument);
  }
  bool is_none(size_t index) const { return ok() && args_[index].isNone(); }
  int32_t integer(size_t index, int32_t low = INT32_MIN, int32_t high = INT32_MAX);
  /// A zero point or a limit of Char elements.
  int32_t char_value(size_t index) { return integer(index, INT8_MIN, INT8_MAX); }
  bool boolean(size_t index);
  /// A number that can be divided by.
  float scale(size_t index);
  Span<const int64_t> list(size_t index);
  /// The same of an argument that may be None, which is an empty list.
  Span<const int64_t> optional_list(size_t index) {
    return is_none(index) ? Span<const int64_t>() : list(index);
  }
  /// The first item of a list, which has one.
  int32_t first_of(size_t index, int32_t low, int32_t high);
  /// Whether a string is `first`, which it is or `second`.
  bool is_first_of(size_t index, const char *first, const char *second);
  /// A tensor of any dtype.
  Tensor any_tensor(size_t index);
  /// A tensor of that dtype; with memory, unless it is an output that is still to be resized.
  Tensor tensor(size_t index, ScalarType dtype);
  Tensor output(size_t index, ScalarType dtype);
  /// The elements of an Int tensor that has just `count` of them; null for one that is absent.
  const int32_t *ints(size_t index, size_t count);
  const int32_t *optional_ints(size_t index, size_t count) {
    return is_none(index) ? nullptr : ints(index, count);
  }

  /// Gives an output its shape, before anything is written. A tensor of static shape agrees or
  /// does not, so both kinds share one path. Only afterwards do its other
  /// properties count: its sizes, its strides, and the address of its memory. Since a program may
  /// pass one tensor as input and output, that goes for inputs, too. Gives ok().
  bool resize(Tensor out, Span<const SizesType> sizes) {
    return resize(out, sizes.data(), sizes.size());
  }

private:
  Call(KernelRuntimeContext &context, Args args) : context_(&context), args_(args) {}
  void require_count(bool condition);
  bool resize(Tensor out, const SizesType *sizes, size_t dim);

  KernelRuntimeContext *context_; ///< to report to; null once the call has failed
  Args args_;
};

/// Whether a kernel may access the elements: there are none, or there is memory for them.
__attribute__((always_inline)) inline bool has_data(const Tensor &tensor) {
  return tensor.const_data_ptr() != nullptr || tensor.numel() == 0;
}

/// Gives an output its shape, as Call::resize does, and what to report where that fails.
__attribute__((always_inline)) inline Error resize_output(const Tensor &out,
                                                          Span<const SizesType> sizes) {
  const Error error = resize_tensor(out, sizes);
  if (error == Error::Ok && has_data(out))
    return Error::Ok;
  // A shape that the tensor cannot have is one that does not fit the others.
  return error == Error::Ok || error == Error::NotSupported ? Error::InvalidArgument : error;
}

/// Whether two arguments are one tensor of the program.
inline bool is_same(const Tensor &a, const Tensor &b) {
  return a.unsafeGetTensorImpl() == b.unsafeGetTensorImpl();
}

} // namespace et::kernels
