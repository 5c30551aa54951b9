// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parser of untrusted JSON: llvm::json::parse() with limits. The tools read all JSON with this
// parser.

#pragma once

#include "llvm/Support/JSON.h"

namespace etprune {

inline constexpr size_t MaxJsonText = size_t(64) << 20; ///< in bytes
/// The limit on the estimated memory of the parsed values, in bytes. If a link has 100,000 files,
/// its bundle has a manifest that needs nearly as much.
inline constexpr size_t MaxJsonMemory = size_t(475) << 20;
inline constexpr size_t MaxJsonDepth = 100;

/// Parses the text. Errors read "line:column: invalid JSON: ...".
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace etprune
