// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that may register what a header registers, besides the initialisers.

#include "shared.h"

bool register_again();
bool register_again() { return shared::register_once(); }
