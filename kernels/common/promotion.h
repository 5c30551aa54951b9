// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dtype an operation on several dtypes happens in: PyTorch's type promotion.
// https://pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc describes the rules.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// Kinds of numbers, each wider than the one before.
enum class NumberKind : uint8_t { Bool, Integer, Float, Complex, None };

/// None for dtypes that kernels here do no arithmetic on.
NumberKind number_kind(ScalarType type);

/// The smallest dtype that holds both; both have a number kind.
ScalarType promote_types(ScalarType a, ScalarType b);

/// The dtype of `a` op `b`: a zero-dimensional tensor counts only where its kind is wider.
ScalarType result_type(const Tensor &a, const Tensor &b);

/// The same of any number of tensors.
ScalarType result_type(const Tensor *tensors, size_t count);

/// The dtype of a tensor of dtype `type` op a number or zero-dimensional tensor of dtype `weak`,
/// which counts only where its kind is wider.
ScalarType result_type(ScalarType type, ScalarType weak);

/// Whether a result may be stored as `to`: never into a narrower kind.
bool can_cast(ScalarType from, ScalarType to);

} // namespace et::kernels
