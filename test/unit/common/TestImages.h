// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small images and maps for the tests of lib/Image and lib/Report.
//
// Images are written as yaml and turned into bytes by LLVM's yaml2obj library; the maps are written
// by hand in the form that GNU ld 2.40 and LLD 19 print.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"
#include "TestObjects.h"

namespace etprune::test {

/// Reads bytes that have to be good. They must outlive the image.
ElfImage readImage(const std::string &Bytes);

/// "" for success, else the message.
std::string readError(const std::string &Bytes);

/// An image for a target: a table of two records (`aten::add.out` with a key, `aten::mm.out` as a
/// fallback) at 0x1000, code at 0x1200, .data at 0x20000000 stored at 0x3000, .bss after it.
/// Class: ELFCLASS32 or ELFCLASS64; Data: ELFDATA2LSB or ELFDATA2MSB.
std::string firmwareImage(llvm::StringRef Class = "ELFCLASS32",
                          llvm::StringRef Data = "ELFDATA2LSB", llvm::StringRef Machine = "EM_ARM");

/// A position-independent image whose two words at 0x1200 hold 0x1111 and 0x2222, and which has one
/// dynamic relocation for the first. Tag: DT_RELA, DT_REL, DT_RELR, ...
std::string relocatedImage(llvm::StringRef RelocationBytes, llvm::StringRef Tag);

/// The map of a link of firmwareImage().
extern const char FirmwareMap[];

/// A map of LLD's of another program, with what its reader has to take care of.
extern const char LldMap[];

/// Parses a map that has to be good.
LinkMap parseMap(llvm::StringRef Text);

} // namespace etprune::test
