// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a link with every kernel and one with a selection have in common.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// A file's contents; nothing where it cannot be read.
std::string readFile(const std::string &Path);

/// Whether GNU ld has LLVM's plugin compile a part of the program.
bool usesLlvmPlugin(const CapturedLink &Link);

/// Records the identity of the linker and of its plugins: version, size, hash.
llvm::Error identify(CapturedLink &Link);

/// As a linker that fails: no image that looks finished, no bundle of the one before.
void removeOutputs(const LinkCommand &Command);

/// The linker's message that a memory region overflows, or empty: "region `FLASH' overflowed by
/// 1234 bytes" (GNU ld), "section '.text' will not fit in region 'FLASH': overflowed by 1234 bytes"
/// (LLD, which counts from section to section; the largest number is the region's).
llvm::StringRef overflowMessage(llvm::StringRef Messages);

} // namespace etprune
