// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "et/error.h"
#include "et/method_meta.h"
#include "schema.h"

namespace et {

/// A tensor's dtype and layout in the program. NotSupported: a dtype or layout that this runtime
/// does not have. InvalidProgram: shape and dim order do not fit, or its size overflows.
Result<TensorInfo> read_tensor_info(const schema::Tensor &tensor);

/// Whether two tensors have the same dtype and dim order, or neither is one; false when either is
/// invalid.
bool have_same_layout(const schema::Tensor *a, const schema::Tensor *b);

} // namespace et
