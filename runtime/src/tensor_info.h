// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "et/error.h"
#include "et/method_meta.h"
#include "schema.h"

namespace et {

/// A tensor's dtype and layout in the program. NotSupported: this runtime lacks the dtype or
/// layout. InvalidProgram: sizes and dim order do not fit together, or the number of bytes
/// overflows.
Result<TensorInfo> read_tensor_info(const schema::Tensor &tensor);

/// Whether both have the same dtype and dim order, or both are null. False if either is invalid.
bool have_same_layout(const schema::Tensor *a, const schema::Tensor *b);

} // namespace et
