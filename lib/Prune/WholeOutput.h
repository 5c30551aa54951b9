// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Did the linker write all of an image and its map? GNU ld ignores errors of some seeks and writes
// and ends with status 0. The bytes of its buffer are then missing: the image has zeros instead, or
// is longer than its headers say, or the map lacks lines. This can happen to sections that are
// written late (symbols, attributes, debug information). They are not loaded, so that Verify does
// not read them.
//
// Only signs that no complete output has are looked for. Debug information may have long runs of
// zeros, so a hole in the middle of it is not found. Linking twice would find it, and would double
// the time.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"

namespace etprune {

/// Names the missing part of an image or of its map, `MapText`, for a message; empty where all is
/// there.
std::string findMissingOutput(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

} // namespace etprune
