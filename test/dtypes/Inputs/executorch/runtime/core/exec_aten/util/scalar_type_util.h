// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imitates ExecuTorch's header. A macro checks whether a dtype is selected. By default, the macro
// checks nothing.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#ifndef ET_INTERNAL_CHECK_SELECTIVE_BUILD
#define ET_INTERNAL_CHECK_SELECTIVE_BUILD(dtype) (void)0
#endif
