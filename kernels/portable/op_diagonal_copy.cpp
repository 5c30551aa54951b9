// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::diagonal_copy.out: the diagonals of the matrices that dim1 (rows) and dim2 (columns) form.
// A diagonal has the elements whose column index is the row index + `offset`. The diagonals become
// the output's last dimension.

#include <algorithm>

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, diagonal_copy.out,
                   "diagonal_copy.out(Tensor self, int offset=0, int dim1=0, int dim2=1, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOffset, kDim1, kDim2, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &view = call.view;
  const int64_t offset = take_integer(call, kOffset);
  const size_t rows = take_dim(call, kDim1, view.dim);
  const size_t columns = take_dim(call, kDim2, view.dim);
  if (!call.require(rows != columns))
    return;
  const bool in_row = offset >= 0;
  const size_t along = in_row ? columns : rows;
  const size_t across = in_row ? rows : columns;
  const int64_t left = view.sizes[along] + (in_row ? -offset : offset);
  SizesType size = 0;
  if (left > 0) {
    size = std::min(static_cast<SizesType>(left), view.sizes[across]);
    view.take({along, view.sizes[along] - left, size, 1});
  }
  const ptrdiff_t stride = view.strides[rows] + view.strides[columns];
  view.remove(std::max(rows, columns));
  view.remove(std::min(rows, columns));
  view.insert(view.dim, size, stride);
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
