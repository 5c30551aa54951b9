// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The image that et-prune is given, and where its bundle lies.

#pragma once

#include "Image/ElfImage.h"

namespace etprune {

/// An image's file with what was read from it.
struct InputImage {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::optional<ElfImage> Image; ///< none where the file does not exist
};

llvm::Expected<InputImage> readImage(const std::string &Path);

llvm::Error noSuchImage(const std::string &Path);

/// The image's bundle: beside it or, for a symbolic link, beside what it leads to.
std::string bundleOf(const std::string &Image);

} // namespace etprune
