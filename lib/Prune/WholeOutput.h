// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Did the linker write all of an image and its map? GNU ld ignores the error of some seeks and
// writes, ends with status 0, and the bytes of its buffer are missing: the image has zeros instead,
// or is longer than its headers say; the map lacks some lines. Sections that are written so late
// that this can happen are not loaded (symbols, attributes, debug information), so that Verify does
// not read them.
//
// Symbols of zeros and sections that never begin with zeros are certain signs. The others may be
// meant: long runs of zeros only cause a second link, whose equal result is believed. To link twice
// each time would find everything, and double the time.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"

namespace etprune {

struct MissingOutput {
  std::string What; ///< empty where nothing seems to be missing
  bool IsCertain = false;
};

/// What is missing in an image or in its map, `MapText`.
MissingOutput findMissingOutput(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

} // namespace etprune
