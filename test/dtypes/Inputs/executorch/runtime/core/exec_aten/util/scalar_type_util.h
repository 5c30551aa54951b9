// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imitates ExecuTorch's header. The macro checks nothing unless selective_build.h defines it.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#ifndef ET_INTERNAL_CHECK_SELECTIVE_BUILD
#define ET_INTERNAL_CHECK_SELECTIVE_BUILD(dtype) (void)0
#endif
