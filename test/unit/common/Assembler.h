// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of machine code for tests, made of assembler text by LLVM's own assembler.

#pragma once

#include "UnitTest.h"

namespace etprune::test {

/// The bytes of an object; fails the test where the text is wrong. `Triple` is the first part
/// of one: x86_64, aarch64, thumbv7m, riscv64.
std::string assembled(llvm::StringRef Triple, llvm::StringRef Text);

} // namespace etprune::test
