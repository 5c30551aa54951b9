// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Call gives a kernel its arguments. Each function checks the argument that it returns, because a
// program may pass anything. Failure is sticky: after a wrong argument, all functions return empty
// values. Thus a kernel takes all its arguments, and then calls ok() once. Functions with a Call
// argument and a bool result return ok(), unless their comments say otherwise. A kernel's enum
// `Arguments` names the indices of the arguments, in the order of the schema, and their number.
//
// A program passes the arguments of the schema, and then the result. Most kernels need only the
// arguments of the schema. Kernels of `cortex_m` refuse fewer or more arguments (Call::exact),
// because ExecuTorch has added an argument to their convolutions, and calls of older programs must
// fail. Prim ops with a result refuse such calls, too.
//
// Calls fail with the same errors as in ExecuTorch. `InvalidArgument`: an argument is wrong, or the
// output cannot have the shape. `MemoryAllocationFailed`: the output's memory is too small.
// `InvalidProgram`: the output is constant, or the number of arguments is wrong.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

class Call {
public:
  /// `count` is the number of arguments in the schema; the call may have more.
  Call(KernelRuntimeContext &context, Args args, size_t count) : Call(context, args) {
    require_count(args.size() >= count);
  }
  /// `count` is the number of arguments in the schema. The call must have one more, the result.
  static Call exact(KernelRuntimeContext &context, Args args, size_t count) {
    Call call(context, args);
    call.require_count(args.size() == count + 1);
    return call;
  }

  /// True until this call fails. Failures of earlier calls with the same context do not count.
  bool ok() const { return context_ != nullptr; }
  /// The call fails with InvalidArgument if the condition is false. Returns ok(), which a kernel
  /// may ignore because failure is sticky.
  bool require(bool condition);
  void fail(Error error) {
    if (ok())
      context_->fail(error);
    context_ = nullptr;
  }

  decltype(auto) operator[](size_t index) const { return args_[index]; }
  template <typename Number> void set(size_t index, Number value) { args_.set(index, value); }

  /// Fails only if the unused argument is a tensor in a device's memory.
  void skip(size_t index) {
    if (ok() && args_[index].isDeviceTensor())
      fail(Error::InvalidArgument);
  }
  bool is_none(size_t index) const { return ok() && args_[index].isNone(); }
  int32_t integer(size_t index, int32_t low = INT32_MIN, int32_t high = INT32_MAX);
  int32_t char_value(size_t index) { return integer(index, INT8_MIN, INT8_MAX); }
  bool boolean(size_t index);
  float scale(size_t index); ///< a positive, finite number
  Span<const int64_t> list(size_t index);
  Span<const int64_t> optional_list(size_t index) {
    return is_none(index) ? Span<const int64_t>() : list(index);
  }
  /// Returns the first item of a list, which must not be empty.
  int32_t first_of(size_t index, int32_t low, int32_t high);
  /// The call fails unless the argument is the string `first` or `second`.
  bool is_first_of(size_t index, const char *first, const char *second);
  Tensor any_tensor(size_t index);
  /// tensor() takes an input, which must have memory. output() takes an output, which may get
  /// memory later, in resize().
  Tensor tensor(size_t index, ScalarType dtype);
  Tensor output(size_t index, ScalarType dtype);
  /// The tensor must have `count` elements. optional_ints returns null for None.
  const int32_t *ints(size_t index, size_t count);
  const int32_t *optional_ints(size_t index, size_t count) {
    return is_none(index) ? nullptr : ints(index, count);
  }

  /// Resizes an output, before the kernel writes anything. A tensor of static shape must already
  /// have the shape `sizes`. Returns ok(). If a program passes one tensor as input and output, the
  /// resize changes the input, too. So sizes, strides and data pointers of all arguments are valid
  /// only after resize(), and kernels that need the input's old sizes refuse such a call.
  bool resize(Tensor out, Span<const SizesType> sizes) {
    return resize(out, sizes.data(), sizes.size());
  }

private:
  Call(KernelRuntimeContext &context, Args args) : context_(&context), args_(args) {}
  void require_count(bool condition);
  bool resize(Tensor out, const SizesType *sizes, size_t dim);

  KernelRuntimeContext *context_; ///< gets error reports; null once the call has failed
  Args args_;
};

__attribute__((always_inline)) inline bool has_data(const Tensor &tensor) {
  return tensor.const_data_ptr() != nullptr || tensor.numel() == 0;
}

__attribute__((always_inline)) inline Error resize_output(const Tensor &out,
                                                          Span<const SizesType> sizes) {
  const Error error = resize_tensor(out, sizes);
  if (error == Error::Ok && has_data(out))
    return Error::Ok;
  // NotSupported means that the tensor cannot have the shape: a wrong argument.
  return error == Error::Ok || error == Error::NotSupported ? Error::InvalidArgument : error;
}

inline bool is_same(const Tensor &a, const Tensor &b) {
  return a.unsafeGetTensorImpl() == b.unsafeGetTensorImpl();
}

} // namespace et::kernels
