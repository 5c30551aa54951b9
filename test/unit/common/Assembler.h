// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembles object files for tests with LLVM's assembler.

#pragma once

#include "UnitTest.h"

namespace etprune::test {

/// Returns the bytes of the object file for the assembly code in `Text`. Fails the test if the code
/// has an error. `Triple` is the first part of a target triple, for example x86_64 or thumbv7m.
std::string assembled(llvm::StringRef Triple, llvm::StringRef Text);

} // namespace etprune::test
