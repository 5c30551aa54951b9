// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a small program in the form of an ExecuTorch program: the types of elements, and a case
// of a switch over dtypes. The case makes the user's check, if an earlier header defined one.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#ifndef ET_INTERNAL_CHECK_SELECTIVE_BUILD
#define ET_INTERNAL_CHECK_SELECTIVE_BUILD(dtype) (void)0
#endif
