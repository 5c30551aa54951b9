// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small images and maps for the tests of lib/Image and lib/Report. LLVM's yaml2obj library makes
// the images from yaml. The maps have the form of GNU ld 2.40 and LLD 19.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"
#include "TestObjects.h"

namespace etprune::test {

/// Reads valid bytes, which must outlive the image.
ElfImage readImage(const std::string &Bytes);

/// Returns the error message, or "" for success.
std::string readError(const std::string &Bytes);

/// A firmware image: a table of `aten::add.out` and the fallback kernel `aten::mm.out` at 0x1000,
/// code at 0x1200, .data at 0x20000000 (loaded at 0x3000), then .bss.
std::string firmwareImage(llvm::StringRef Class = "ELFCLASS32",
                          llvm::StringRef Data = "ELFDATA2LSB", llvm::StringRef Machine = "EM_ARM");

/// A position-independent image with the words 0x1111 and 0x2222 at 0x1200. `RelocationBytes` are
/// hexadecimal digits. `Tag` is their kind: DT_REL, DT_RELA, DT_RELR or DT_ANDROID_RELA.
std::string relocatedImage(llvm::StringRef RelocationBytes, llvm::StringRef Tag);

extern const char FirmwareMap[]; ///< GNU ld's map of firmwareImage()

/// LLD's map of another program, with the special cases of LLD's maps.
extern const char LldMap[];

LinkMap parseMap(llvm::StringRef Text);

} // namespace etprune::test
