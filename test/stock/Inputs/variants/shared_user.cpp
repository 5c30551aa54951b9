// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that is no initialiser, but runs a registration of shared.h unless it already ran.

#include "shared.h"

bool register_again();
bool register_again() { return shared::register_once(); }
