// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON of somebody else's, with bounds.
//
// LLVM's parser calls itself for what is nested and takes up to 500 times as much memory as the
// text: an object of one key, eight bytes of text, is a hash table of 4 KiB. So one pass over the
// text comes first, which knows neither values nor names, only brackets, commas, colons and quotes,
// and adds up what the parser would take for them. Everything in lib/ and tools/ that reads JSON
// calls this.

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
