// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small images and maps for the tests of lib/Image and lib/Report.
//
// Images are written as yaml, and LLVM's yaml2obj library turns them into bytes. Maps are written
// by hand in the form of GNU ld 2.40 and LLD 19.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"
#include "TestObjects.h"

namespace etprune::test {

/// Reads valid bytes, which must outlive the image.
ElfImage readImage(const std::string &Bytes);

/// Returns the error message, or "" for success.
std::string readError(const std::string &Bytes);

/// An image for a target. It has a table of two records (`aten::add.out` with a key, `aten::mm.out`
/// as a fallback) at 0x1000, code at 0x1200, .data at 0x20000000 stored at 0x3000, and .bss after
/// it. Class is ELFCLASS32 or ELFCLASS64; Data is ELFDATA2LSB or ELFDATA2MSB.
std::string firmwareImage(llvm::StringRef Class = "ELFCLASS32",
                          llvm::StringRef Data = "ELFDATA2LSB", llvm::StringRef Machine = "EM_ARM");

/// A position-independent image. Its two words at 0x1200 are 0x1111 and 0x2222, and a dynamic
/// relocation fills the first. Tag: DT_RELA, DT_REL, DT_RELR, ...
std::string relocatedImage(llvm::StringRef RelocationBytes, llvm::StringRef Tag);

/// The map of firmwareImage()'s link.
extern const char FirmwareMap[];

/// An LLD map of another program. It has every special case that the reader handles.
extern const char LldMap[];

LinkMap parseMap(llvm::StringRef Text);

} // namespace etprune::test
