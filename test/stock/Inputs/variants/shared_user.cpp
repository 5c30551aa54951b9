// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// register_again() is no static initialiser. The function runs one registration of shared.h, unless
// an initialiser has already run this registration.

#include "shared.h"

bool register_again();
bool register_again() { return shared::register_once(); }
