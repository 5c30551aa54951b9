// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::tril.out: copies matrices, with zeros above a diagonal. The diagonal is `diagonal` columns
// to the right of the main diagonal, or to the left if `diagonal` is negative.

#include <algorithm>

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, tril.out,
                   "tril.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDiagonal, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const int64_t diagonal = take_integer(call, kDiagonal);
  const Tensor out = call.any_tensor(kOut);
  const size_t dim = call.view.dim;
  if (!call.require(dim >= 2) || !call.shape(out))
    return;
  View to;
  to.assign(out);
  copy_views(out, to, call.self.const_data_ptr<char>(), call.view);
  static constexpr char zero[16] = {};
  const int64_t rows = to.sizes[dim - 2];
  const int64_t columns = to.sizes[dim - 1];
  // The column of the first zero in row 0. Clamping prevents overflow and changes no result.
  const int64_t first = std::min(std::max(diagonal, -rows - 1), columns) + 1;
  for (int64_t row = 0; row < rows && first + row < columns; ++row) {
    const int64_t start = std::max(first + row, int64_t(0));
    View part = to;
    part.take({dim - 2, row, 1, 1});
    part.take({dim - 1, start, columns - start, 1});
    View from = part;
    from.offset = 0;
    for (size_t d = 0; d < dim; ++d)
      from.strides[d] = 0;
    copy_views(out, part, zero, from);
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
