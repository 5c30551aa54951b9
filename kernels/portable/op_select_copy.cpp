// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::select_copy.int_out: the elements at one index of a dimension, which the output does not
// have.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, select_copy.int_out,
    "select_copy.int_out(Tensor self, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!)") {
  ViewCopy call(context, args.items(), args.size(), 4);
  const Slice slice = take_select(call, 1, call.view);
  call.view.take(slice);
  if (call.ok())
    call.view.remove(slice.d);
  call.copy_to(3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
