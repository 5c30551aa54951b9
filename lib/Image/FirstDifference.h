// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where two images that should be the same begin to differ, for a person who looks for the reason:
// a section's name says little of 300 KB, the function at the first byte often everything.

#pragma once

#include "Image/ElfImage.h"

namespace etprune {

/// "first at 0x8124, 0x24 into '.text': 0x4b in 'memcpy'; linked again 0x5c in 'memset'", for the
/// lowest section, by the image's address, in which both have bytes that differ; empty where there
/// is none. `Again` is the image that was linked again.
std::string firstDifference(const ElfImage &Again, const ElfImage &Image);

} // namespace etprune
