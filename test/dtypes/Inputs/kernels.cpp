// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that implement every dtype in one function. Some promote two dtypes, take a list of
// tensors, or make a temporary tensor. The code of fill_bytes does not depend on dtypes.

#include "kernels.h"

namespace torch::executor::native {

namespace {

/// Computes in the promoted dtype and stores in the output's dtype.
template <typename Compute>
Tensor &binary(KernelRuntimeContext &context, const Tensor &a, const Tensor &b, Tensor &out,
               Compute compute) {
  if (a.numel() != b.numel() || a.numel() != out.numel()) {
    LOG("arguments");
    context.fail(Error::InvalidArgument);
    return out;
  }
  const ScalarType common = promote(a.scalar_type(), b.scalar_type());
  dispatch(common, [&](auto type) {
    using T = typename decltype(type)::type;
    const auto load_a = load_as<T>(a.scalar_type()), load_b = load_as<T>(b.scalar_type());
    dispatch(out.scalar_type(), [&](auto out_type) {
      using Out = typename decltype(out_type)::type;
      for (int32_t i = 0; i < out.numel(); ++i)
        out.data<Out>()[i] =
            static_cast<Out>(compute(load_a(a.data<void>(), i), load_b(b.data<void>(), i)));
    });
  });
  return out;
}

template <typename Compute>
Tensor &unary(KernelRuntimeContext &context, const Tensor &in, Tensor &out, Compute compute) {
  if (in.scalar_type() != out.scalar_type() || in.numel() != out.numel()) {
    LOG("arguments");
    context.fail(Error::InvalidArgument);
    return out;
  }
  dispatch(in.scalar_type(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int32_t i = 0; i < in.numel(); ++i)
      out.data<T>()[i] = static_cast<T>(compute(in.data<T>()[i]));
  });
  return out;
}

} // namespace

#define BINARY(name, expression)                                                                   \
  Tensor &name(KernelRuntimeContext &context, const Tensor &a, const Tensor &b, Tensor &out) {     \
    return binary(context, a, b, out, [](auto x, auto y) { return expression; });                  \
  }
BINARY(add_out, x + y)
BINARY(sub_out, x - y)
BINARY(mul_out, x *y)
BINARY(maximum_out, x < y ? y : x)
BINARY(minimum_out, y < x ? y : x)
BINARY(eq_out, x == y)
BINARY(lt_out, x < y)
BINARY(logical_and_out, x != 0 && y != 0)

#define UNARY(name, expression)                                                                    \
  Tensor &name(KernelRuntimeContext &context, const Tensor &in, Tensor &out) {                     \
    return unary(context, in, out, [](auto x) { return expression; });                             \
  }
UNARY(neg_out, -x)
UNARY(abs_out, x < 0 ? -x : x)
UNARY(square_out, x *x)
UNARY(clone_out, x)
UNARY(relu_out, x < 0 ? decltype(x)(0) : x)
UNARY(sign_out, x < 0 ? -1 : x != 0)

Tensor &to_copy_out(KernelRuntimeContext &, const Tensor &in, Tensor &out) {
  dispatch(out.scalar_type(), [&](auto type) {
    using T = typename decltype(type)::type;
    const auto load = load_as<T>(in.scalar_type());
    for (int32_t i = 0; i < out.numel() && i < in.numel(); ++i)
      out.data<T>()[i] = load(in.data<void>(), i);
  });
  return out;
}

/// Sums the squares. The temporary tensor of squares has the dtype of the input.
Tensor &sum_of_squares_out(KernelRuntimeContext &context, const Tensor &in, Tensor &out) {
  alignas(8) uint8_t memory[64];
  TensorImpl impl(in.scalar_type(), in.numel(), memory);
  Tensor squares(&impl);
  square_out(context, in, squares);
  dispatch(out.scalar_type(), [&](auto type) {
    using T = typename decltype(type)::type;
    const auto load = load_as<T>(squares.scalar_type());
    T sum = 0;
    for (int32_t i = 0; i < squares.numel(); ++i)
      sum = static_cast<T>(sum + load(squares.data<void>(), i));
    out.data<T>()[0] = sum;
  });
  return out;
}

TensorImpl counter(const Tensor &in, int64_t *count); // in counter.cpp

/// Is not narrowed, because counter() makes a tensor whose dtype et-prune does not know.
Tensor &numel_out(KernelRuntimeContext &context, const Tensor &in, Tensor &out) {
  int64_t count = 0;
  TensorImpl impl = counter(in, &count);
  return to_copy_out(context, Tensor(&impl), out);
}

/// Makes a temporary tensor, whose dtype is Long even if no argument has this dtype.
Tensor &count_nonzero_out(KernelRuntimeContext &context, const Tensor &in, Tensor &out) {
  int64_t count = 0;
  TensorImpl impl(ScalarType::Long, 1, &count);
  Tensor counted(&impl);
  const auto load = load_as<double>(in.scalar_type());
  for (int32_t i = 0; i < in.numel(); ++i)
    count += load(in.data<void>(), i) != 0;
  return to_copy_out(context, counted, out);
}

Tensor &index_out(KernelRuntimeContext &context, const Tensor &in, const Tensor &index,
                  Tensor &out) {
  if (index.scalar_type() != ScalarType::Long || in.scalar_type() != out.scalar_type()) {
    LOG("arguments");
    context.fail(Error::InvalidArgument);
    return out;
  }
  dispatch(in.scalar_type(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int32_t i = 0; i < out.numel(); ++i)
      out.data<T>()[i] = in.data<T>()[index.data<int64_t>()[i] % in.numel()];
  });
  return out;
}

Tensor &stack_sum_out(KernelRuntimeContext &, Span<Tensor> tensors, Tensor &out) {
  dispatch(out.scalar_type(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int32_t i = 0; i < out.numel(); ++i) {
      T sum = 0;
      for (const Tensor &tensor : tensors)
        sum = static_cast<T>(sum + load_as<T>(tensor.scalar_type())(tensor.data<void>(), i));
      out.data<T>()[i] = sum;
    }
  });
  return out;
}

/// Is not narrowed, because the narrowed copy would have a second variable `calls`.
Tensor &calls_out(KernelRuntimeContext &, const Tensor &, Tensor &out) {
  static int32_t calls = 0;
  ++calls;
  dispatch(out.scalar_type(), [&](auto type) {
    using T = typename decltype(type)::type;
    out.data<T>()[0] = static_cast<T>(calls);
  });
  return out;
}

Tensor &fill_bytes_out(KernelRuntimeContext &, const Tensor &, Tensor &out) {
  for (int32_t i = 0; i < out.numel(); ++i)
    out.data<uint8_t>()[i] = 1;
  return out;
}

} // namespace torch::executor::native
