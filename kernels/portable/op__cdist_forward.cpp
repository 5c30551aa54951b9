// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_cdist_forward.out: the distance of each row of x1 to each row of x2. x1 and x2 are batches
// of matrices, and the batches broadcast. The argument compute_mode selects one of PyTorch's
// algorithms for Euclidean distances. This kernel only checks the argument.

#include <algorithm>

#include "../common/walk.h"
#include "distance.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

SizesType size_from_end(const Tensor &x, size_t d) {
  return d < x.dim() ? x.size(x.dim() - 1 - d) : 1;
}

const char *find_matrix(const Tensor &x, const Tensor &out, size_t number) {
  const char *data = x.const_data_ptr<char>();
  for (size_t d = 2; d < out.dim(); ++d) {
    const auto size = static_cast<size_t>(size_from_end(out, d));
    if (size_from_end(x, d) != 1)
      data += static_cast<ptrdiff_t>(number % size) * byte_stride(x, x.dim() - 1 - d);
    number /= size;
  }
  return data;
}

void write_matrix(char *to, const Tensor &out, const char *first, const Tensor &x1,
                  const char *second, const Tensor &x2, const Norm &norm,
                  const DistanceKernel &kernel) {
  Products products;
  products.a_step = byte_stride(x1, x1.dim() - 1);
  products.b_step = byte_stride(x2, x2.dim() - 1);
  products.count = static_cast<size_t>(size_from_end(x1, 0));
  const ptrdiff_t row_stride = byte_stride(out, out.dim() - 2);
  const ptrdiff_t column_stride = byte_stride(out, out.dim() - 1);
  const ptrdiff_t b_stride = byte_stride(x2, x2.dim() - 2);
  const SizesType columns = size_from_end(x2, 1);
  products.a = first;
  for (SizesType i = 0; i < size_from_end(x1, 1); ++i) {
    products.b = second;
    for (SizesType j = 0; j < columns; ++j) {
      kernel.write(to + j * column_stride, products, norm);
      products.b += b_stride;
    }
    products.a += byte_stride(x1, x1.dim() - 2);
    to += row_stride;
  }
}

void cdist(KernelRuntimeContext &context, Args args, const DistanceKernel &kernel) {
  enum Arguments : size_t { kX1, kX2, kP, kComputeMode, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor x1 = call.tensor(kX1, kernel.dtype);
  const Tensor x2 = call.tensor(kX2, kernel.dtype);
  const Tensor out = call.output(kOut, kernel.dtype);
  const Norm norm = take_norm(call, kP);
  if (!call.is_none(kComputeMode))
    call.integer(kComputeMode, 0, 2);
  if (!call.require(call.ok() && x1.dim() >= 2 && x2.dim() >= 2 &&
                    size_from_end(x1, 0) == size_from_end(x2, 0) && !is_same(x1, out) &&
                    !is_same(x2, out)))
    return;
  const size_t rank = std::max(x1.dim(), x2.dim());
  SizesType sizes[kTensorDimensionLimit];
  if (!call.require(rank <= kTensorDimensionLimit))
    return;
  sizes[rank - 1] = size_from_end(x2, 1);
  sizes[rank - 2] = size_from_end(x1, 1);
  for (size_t d = 2; d < rank; ++d) {
    const SizesType a = size_from_end(x1, d), b = size_from_end(x2, d);
    call.require(a == b || a == 1 || b == 1);
    sizes[rank - 1 - d] = a == 1 ? b : a;
  }
  if (!call.ok() || !call.resize(out, {sizes, rank}) || out.numel() == 0)
    return;
  size_t matrices = 1;
  for (size_t d = 2; d < rank; ++d)
    matrices *= static_cast<size_t>(size_from_end(out, d));
  for (size_t i = 0; i < matrices; ++i) {
    const char *const to = find_matrix(out, out, i);
    write_matrix(const_cast<char *>(to), out, find_matrix(x1, out, i), x1, find_matrix(x2, out, i),
                 x2, norm, kernel);
  }
}

} // namespace

#define CDIST(name, code, type)                                                                    \
  ET_KERNEL(aten, _cdist_forward.out, name, "v1/" #code ";|*",                                     \
            "_cdist_forward.out(Tensor x1, Tensor x2, float p, int? compute_mode, *, Tensor(a!) "  \
            "out) -> Tensor(a!)") {                                                                \
    cdist(context, args, kDistance<type>);                                                         \
  }
ET_FORALL_FLOAT_DTYPES(CDIST)

} // namespace et::kernels::ET_KERNEL_LIBRARY
