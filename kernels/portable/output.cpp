// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See output.h.

#include "output.h"

#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {

bool resize_output(KernelRuntimeContext &context, const Tensor &out, const SizesType *sizes,
                   size_t dim) {
  const Error error = resize_tensor(out, {sizes, dim});
  const bool ok = error == Error::Ok && has_data(out);
  // A shape that the tensor cannot have is one that does not fit the others.
  if (!ok)
    context.fail(error == Error::Ok || error == Error::NotSupported ? Error::InvalidArgument
                                                                    : error);
  return ok;
}

} // namespace et::ET_KERNEL_LIBRARY
