// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that, like the initialisers, runs a registration of shared.h unless it has run.

#include "shared.h"

bool register_again();
bool register_again() { return shared::register_once(); }
