// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "et/error.h"
#include "et/method_meta.h"
#include "schema.h"

namespace et {

/// Reads a tensor's dtype and layout from the program. NotSupported: this runtime does not support
/// the dtype or layout. InvalidProgram: sizes and dim order do not fit together, or the number of
/// bytes is too large for an address.
Result<TensorInfo> read_tensor_info(const schema::Tensor &tensor);

/// True if both tensors are valid with the same dtype and dim order, or if both are null.
bool have_same_layout(const schema::Tensor *a, const schema::Tensor *b);

} // namespace et
