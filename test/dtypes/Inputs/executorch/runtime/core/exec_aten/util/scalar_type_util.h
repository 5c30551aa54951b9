// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a small program with the shape of one that is built with ExecuTorch: the case of a switch
// over dtypes, which asks whether it is wanted where somebody said before how to ask; and the types
// of elements.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#ifndef ET_INTERNAL_CHECK_SELECTIVE_BUILD
#define ET_INTERNAL_CHECK_SELECTIVE_BUILD(dtype) (void)0
#endif
