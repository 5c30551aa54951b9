// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --list`: the kernels that an image registers, a line each.
//
// The image alone tells: the table holds names and keys, the symbol table the functions' sizes and
// variants. Nothing is run, and a bundle is only read where the image is stripped: its map then
// says where the table lies.

#pragma once

#include "Image/ElfImage.h"

#include "llvm/Support/raw_ostream.h"

namespace etprune {

/// `BundlePath` is where the image's bundle would be. Prints all or, where it fails, nothing.
llvm::Error listKernels(const ElfImage &Image, const std::string &BundlePath,
                        llvm::raw_ostream &OS);

} // namespace etprune
