// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser of untrusted JSON: llvm::json::parse with bounds. The tools read all JSON with it.

#pragma once

#include "llvm/Support/JSON.h"

namespace etprune {

/// The size of the largest accepted text, in bytes.
inline constexpr size_t MaxJsonText = size_t(64) << 20;
/// The largest accepted memory of the parsed values, in bytes. Parsing may take twice as much for a
/// moment, because a growing array copies its values. The manifest of a link of 100,000 files takes
/// nearly as much.
inline constexpr size_t MaxJsonMemory = size_t(475) << 20;
inline constexpr size_t MaxJsonDepth = 100;

/// The text's value. Errors read "line:column: invalid JSON: ...".
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace etprune
