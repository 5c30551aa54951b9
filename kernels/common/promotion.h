// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's type promotion: the dtype in which an operation on several dtypes computes.
// https://pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc describes the rules.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

enum class NumberKind : uint8_t { Bool, Integer, Float, Complex, None };

/// Returns the kind of a dtype, or None for a dtype that kernels do no arithmetic on.
NumberKind number_kind(ScalarType type);

/// Returns the common dtype of two dtypes by PyTorch's rules. For example, Long and Half give Half.
/// The kind of each dtype must not be None.
ScalarType promote_types(ScalarType a, ScalarType b);

/// Returns the dtype of an operation on two tensors. If only one of the two tensors is
/// zero-dimensional, its dtype counts only if the dtype's kind is the wider one.
ScalarType result_type(const Tensor &a, const Tensor &b);

ScalarType result_type(const Tensor *tensors, size_t count);

/// Returns the dtype of an operation on a tensor of dtype `type` and a number (or a
/// zero-dimensional tensor) of dtype `weak`. `weak` counts only if its kind is wider than the kind
/// of `type`.
ScalarType result_type(ScalarType type, ScalarType weak);

/// True if the kind of `to` is not narrower than the kind of `from`.
bool can_cast(ScalarType from, ScalarType to);

} // namespace et::kernels
