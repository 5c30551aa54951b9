// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser of untrusted JSON: llvm::json::parse with bounds. All JSON that the tools read is read
// by it.

#pragma once

#include "llvm/Support/JSON.h"

namespace etprune {

/// In bytes.
inline constexpr size_t MaxJsonText = size_t(64) << 20;
/// Of the parsed values, in bytes. Twice as much may be taken for a moment: an array that grows
/// copies its values. The manifest of a link of 100,000 files takes nearly as much.
inline constexpr size_t MaxJsonMemory = size_t(475) << 20;
inline constexpr size_t MaxJsonDepth = 100;

/// The text's value. Errors read "line:column: invalid JSON: ...".
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace etprune
