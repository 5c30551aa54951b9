// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that copy all elements of a tensor to another one. They work on the element size and so
// need no kernel per dtype. view.h has the operators that copy some of the elements.

#pragma once

#include "copy_memory.h"
#include "typed_arguments.h"

namespace et::kernels {

/// The tensors args[0] and args[out]: both have the same dtype, whose elements have a size
/// of their own, and the first one has memory.
struct CopyOperands {
  Tensor self;
  Tensor out;
};
CopyOperands take_copy_operands(Call &call, size_t out);

/// Gives `out` the shape of `in`, and calls `run` for all elements of the two, of any dtypes and
/// dim orders. Does nothing for a call that has failed.
void walk_pair(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
               const void *params);

/// Gives `out` the shape of `self` and copies the elements, whatever the two dim orders are.
void copy_all(Call &call, const CopyOperands &operands);

/// Reads an order of dimensions: dimension dims[d] = list[d] of `self`, of which there are at most
/// kTensorDimensionLimit, is dimension d of `out`, which gets that shape. The call fails unless the
/// list names each dimension once. Gives ok().
bool take_permutation(Call &call, const CopyOperands &operands, Span<const int64_t> list,
                      uint8_t *dims);

/// Copies all elements, with dimension list[d] of `self` as dimension d of `out`.
void copy_permuted(Call &call, const CopyOperands &operands, Span<const int64_t> list);

/// Gives `out` the shape of `self`, whose dtype and dim order it has, before a copy of the memory.
inline Error shape_alike(const Tensor &self, const Tensor &out) {
  if (self.scalar_type() != out.scalar_type() || !has_data(self))
    return Error::InvalidArgument;
  const Error error = resize_output(out, self.sizes());
  return error == Error::Ok && !have_one_order(self, out) ? Error::InvalidArgument : error;
}

/// The whole operator that copies args[0] to args[out]: the two have one dim order.
void copy_alike(KernelRuntimeContext &context, Args args, size_t out);

/// Copies the elements as they lie in memory, once `out` has its shape. The call fails unless that
/// is the copy that is asked for, as `is_one_copy` says.
void copy_bytes(Call &call, const CopyOperands &operands, bool is_one_copy);

/// Gives `out` the sizes, and copies the elements of `self`, which are as many. The call fails
/// unless they lie in one order; where a dimension of one element stands makes no difference.
void copy_flat(Call &call, const CopyOperands &operands, Span<const SizesType> sizes);

} // namespace et::kernels
