// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a call's own dtypes say where its tensors have several: a comparison of two Floats gives a
// Bool, and nothing in it need ask whether an input is one.
//
// A copy knows of a tensor that its dtype is one of the call's. Once a kernel's functions are in
// one another, a load of a dtype often shows whose it is: the arguments' array, an element of it,
// the value's tensor, the dtype. Then it is one of that argument's. It is so because a kernel
// changes none of the values that it is called with: it gets tensors as handles, and the program
// uses the values again. A function that does store to one is left alone.

#pragma once

#include "Guard.h"

/// Narrows the loads of the arguments' dtypes in a copy of a boxed function.
void narrowArguments(const GuardedCall &Call, const Layout &Members);
