// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Type promotion of PyTorch: the dtype in which an operation on several dtypes computes.
// https://pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc describes the rules.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// Kinds of numbers, each wider than the one before.
enum class NumberKind : uint8_t { Bool, Integer, Float, Complex, None };

/// The kind of a dtype; None for a dtype that kernels do no arithmetic on.
NumberKind number_kind(ScalarType type);

/// The smallest dtype that holds the values of both dtypes. Both must have a number kind.
ScalarType promote_types(ScalarType a, ScalarType b);

/// The dtype of `a` op `b`. A zero-dimensional tensor counts only if its kind is wider than the
/// kind of the other tensor.
ScalarType result_type(const Tensor &a, const Tensor &b);

/// The dtype of an operation on any number of tensors.
ScalarType result_type(const Tensor *tensors, size_t count);

/// The dtype of an operation on a tensor of dtype `type` and a number or a zero-dimensional tensor
/// of dtype `weak`. `weak` counts only if its kind is wider.
ScalarType result_type(ScalarType type, ScalarType weak);

/// True if a result of dtype `from` may be stored as `to`, whose kind must not be narrower.
bool can_cast(ScalarType from, ScalarType to);

} // namespace et::kernels
