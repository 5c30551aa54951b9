// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors on stderr: what failed, below it what the runtime has logged about it, and what to do.

#pragma once

#include <string>

#include "et/error.h"

/// "run-pte: error: <what>". Returns false, so that a function that fails can end with it.
bool fail(const std::string &what);
/// The same with the runtime's error, its reasons, and what to do about it.
bool fail(const std::string &what, et::Error error);
