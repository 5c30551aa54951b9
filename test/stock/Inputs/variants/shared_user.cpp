// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that may make a header's registration, as the initialisers do.

#include "shared.h"

bool register_again();
bool register_again() { return shared::register_once(); }
