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

/// A firmware image. The registration table at 0x1000 has two records: `aten::add.out` with a key,
/// and `aten::mm.out`, a fallback kernel. The code is at 0x1200. The address of .data is
/// 0x20000000, and its load address is 0x3000. .bss follows .data in RAM. Class is ELFCLASS32 or
/// ELFCLASS64. Data is ELFDATA2LSB or ELFDATA2MSB.
std::string firmwareImage(llvm::StringRef Class = "ELFCLASS32",
                          llvm::StringRef Data = "ELFDATA2LSB", llvm::StringRef Machine = "EM_ARM");

/// A position-independent image. The file has the words 0x1111 and 0x2222 at 0x1200. Tag is the
/// dynamic tag of the relocations in RelocationBytes: DT_RELA, DT_REL, DT_RELR, ...
std::string relocatedImage(llvm::StringRef RelocationBytes, llvm::StringRef Tag);

/// GNU ld's map for firmwareImage().
extern const char FirmwareMap[];

/// LLD's map of another program, with the special cases of LLD's maps.
extern const char LldMap[];

LinkMap parseMap(llvm::StringRef Text);

} // namespace etprune::test
