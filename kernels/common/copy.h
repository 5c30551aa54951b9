// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that copy all elements of a tensor to another tensor. The operators of view.h copy
// only some elements. One kernel serves all dtypes, because a copy needs only the element size.

#pragma once

#include "copy_memory.h"
#include "typed_arguments.h"

namespace et::kernels {

/// The tensors args[0] and args[out]. The two tensors have the same dtype, and args[0] has memory.
struct CopyOperands {
  Tensor self;
  Tensor out;
};
CopyOperands take_copy_operands(Call &call, size_t out);

/// Resizes `out` to the shape of `in`, and calls `run` for all elements of the two tensors. The
/// tensors may have different dtypes and dim orders. Does nothing for a call that has failed.
void walk_pair(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
               const void *params);

/// Resizes `out` to the shape of `self` and copies the elements. The dim orders may differ.
void copy_all(Call &call, const CopyOperands &operands);

/// Reads a permutation: dimension d of `out` is dimension list[d] of `self`. Writes the permutation
/// to `dims`, with negative dimensions converted to indices, and resizes `out`. `dims` has room for
/// kTensorDimensionLimit dimensions. The call fails unless `list` names each dimension once.
bool take_permutation(Call &call, const CopyOperands &operands, Span<const int64_t> list,
                      uint8_t *dims);

void copy_permuted(Call &call, const CopyOperands &operands, Span<const int64_t> list);

/// Resizes `out` to the shape of `self`. Fails if the dtypes or the dim orders differ.
inline Error shape_alike(const Tensor &self, const Tensor &out) {
  if (self.scalar_type() != out.scalar_type() || !has_data(self))
    return Error::InvalidArgument;
  const Error error = resize_output(out, self.sizes());
  return error == Error::Ok && !have_one_order(self, out) ? Error::InvalidArgument : error;
}

/// Runs the operator that copies args[0] to args[out]. Fails if the dim orders differ.
void copy_alike(KernelRuntimeContext &context, Args args, size_t out);

/// Copies the memory of `self` to `out`, whose shape is already set. The caller passes false as
/// `is_one_copy` if the elements lie in different orders; the call then fails.
void copy_bytes(Call &call, const CopyOperands &operands, bool is_one_copy);

/// Resizes `out` to `sizes`, which must have as many elements as `self`, and copies the elements.
/// The call fails if the elements of the two tensors lie in different orders.
void copy_flat(Call &call, const CopyOperands &operands, Span<const SizesType> sizes);

} // namespace et::kernels
