// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imitates ExecuTorch's header. In a switch over dtypes, each case checks with the macro that its
// dtype is selected. ExecuTorch's users generate selected_op_variants.h. The tests instead include
// runtime/executorch/dtypes/selected_op_variants.h, which et-prune provides.

#pragma once

#ifdef EXECUTORCH_SELECTIVE_BUILD_DTYPE
#include <selected_op_variants.h>

#include <executorch/runtime/platform/abort.h>

#define ET_INTERNAL_CHECK_SELECTIVE_BUILD(dtype)                                                   \
  do {                                                                                             \
    if (!should_include_kernel_dtype("", dtype))                                                   \
      executorch::runtime::runtime_abort();                                                        \
  } while (false)
#endif
