// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See split.h.

#include "split.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void split(ViewCopy &call, const Division &division, size_t outputs) {
  if (!call.ok() || !call.require(call.view.dim != 0 && call[outputs].isTensorList()))
    return;
  const TensorList list = call[outputs].toTensorList();
  const View whole = call.view;
  const int64_t size = whole.sizes[division.d];
  // The first pass only resizes the outputs, so that a wrong shape fails before a copy. The second
  // pass also copies. It resizes again, because a tensor may be in the list twice, in two sizes.
  for (int copies = 0; copies < 2; ++copies) {
    int64_t at = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      const int64_t left = size - at;
      const int64_t part = division.sizes.data()  ? division.sizes[i]
                           : division.each < left ? division.each
                                                  : left;
      const Tensor out = list[i];
      if (!call.require(out.defined() && part >= 0 && part <= left))
        return;
      call.view = whole;
      call.view.take({division.d, at, part, 1});
      if (division.drops)
        call.view.remove(division.d);
      at += part;
      if (!call.shape(out))
        return;
      if (copies == 0)
        continue;
      View to;
      to.assign(out);
      copy_views(out, to, call.self.const_data_ptr<char>(), call.view);
    }
    if (!call.require(at == size))
      return;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
