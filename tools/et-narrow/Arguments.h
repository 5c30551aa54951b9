// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows a dtype to the dtypes of one argument, if a call's tensors have different dtypes. For
// example, a comparison of two Floats gives a Bool, and no input of it can be Bool.
//
// After inlining, a load of a dtype often shows the argument that it belongs to: the code loads an
// element of the arguments' array, the tensor of this value, and the tensor's dtype. The loaded
// dtype is then one of this argument's dtypes. This is true only if the kernel does not replace its
// arguments, so a function that stores to an argument is not narrowed.

#pragma once

#include "Guard.h"

/// Narrows the loads of the arguments' dtypes in a copy of a boxed function.
void narrowArguments(const GuardedCall &Call, const Layout &Members);
