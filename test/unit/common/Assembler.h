// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes objects of machine code for tests, with LLVM's assembler.

#pragma once

#include "UnitTest.h"

namespace etprune::test {

/// Returns the bytes of an object; fails the test if the text is wrong. `Triple` is the first part
/// of a target triple: x86_64, aarch64, thumbv7m, riscv64.
std::string assembled(llvm::StringRef Triple, llvm::StringRef Text);

} // namespace etprune::test
