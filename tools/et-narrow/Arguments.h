// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows a dtype to the dtypes of one argument, if a call's tensors have different dtypes. For
// example, a comparison of two Floats gives a Bool, and no input of it can be Bool.
//
// After inlining, a load of a dtype often shows the argument that it belongs to: it goes through
// the arguments' array, an element, the value's tensor and the dtype. The loaded dtype is then one
// of this argument's dtypes. This is sound because a kernel does not change the values that it is
// called with: a program uses the values again, and a kernel gets tensors as handles. A function
// that stores to a value is not narrowed.

#pragma once

#include "Guard.h"

/// Narrows the loads of the arguments' dtypes in a copy of a boxed function.
void narrowArguments(const GuardedCall &Call, const Layout &Members);
