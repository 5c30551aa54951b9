// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Did the linker write all of an image and its map? GNU ld ignores the error of some seeks and
// writes, ends with status 0, and what was in its buffer is missing: in the image zeros stand in
// its place, or the file is longer than its headers say; the map lacks some lines. What it writes
// so late that this can happen is not loaded (symbols, attributes, debug information), so that
// Verify does not look at it.
//
// Some of that is certain: symbols of zeros, sections that never begin with zeros. The rest may be
// meant, and is reason enough to link a second time.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"

namespace etprune {

struct MissingPart {
  std::string What; ///< empty where nothing seems to be missing
  bool IsCertain = false;
};

/// What is missing in an image or in its map, `MapText`.
MissingPart findMissingPart(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

} // namespace etprune
