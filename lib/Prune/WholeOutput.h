// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the linker wrote all of an image and its map. GNU ld ignores errors of some seeks and
// writes and ends with status 0. The bytes of its buffer are then missing: the image has zeros
// instead, or is longer than its headers say, or the map lacks lines. This can happen to sections
// that are written late (symbols, attributes, debug information). Verify does not read these
// sections, because they are not loaded.
//
// It looks only for signs that no complete output has. Debug information may have long runs of
// zeros, so it does not find a hole in the middle of it. A second link would find the hole, but
// would double the time.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"

namespace etprune {

/// Names the missing part of an image or of its map, `MapText`, for a message; empty if nothing is
/// missing.
std::string findMissingOutput(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

} // namespace etprune
