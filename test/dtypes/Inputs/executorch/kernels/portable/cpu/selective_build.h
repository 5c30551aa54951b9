// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imitates ExecuTorch's header. Each case of a switch over dtypes asks selected_op_variants.h
// whether the dtype is selected. Users of ExecuTorch generate that file. The tests use et-prune's
// version of it, runtime/executorch/dtypes/selected_op_variants.h.

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
