// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration table, read back from a linked image: what the program will find at run time.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"

#include <optional>
#include <string>
#include <vector>

namespace etprune {

/// Start and end of the table, End one past the last record.
struct KernelTableRange {
  uint64_t Start = 0;
  uint64_t End = 0;
};

/// One registration record.
struct KernelEntry {
  std::string Name;
  /// None for a fallback kernel.
  std::optional<std::string> Key;
  /// As stored: on Arm, bit 0 marks Thumb code.
  uint64_t Function = 0;
  /// The name of the kernel's function, et_kernel$...; empty where the image's symbols lack it.
  llvm::StringRef Symbol;
};

/// Finds `__et_kernels_start` and `__et_kernels_end` in the image's symbols or, where it is
/// stripped, in the map of its link (may be null).
llvm::Expected<KernelTableRange> findKernelTable(const ElfImage &Image, const LinkMap *Map);

/// Reads every record of the table, each of which has so many words: name, key and function, or 2
/// without the key. Each damaged record is reported, all in one error.
llvm::Expected<std::vector<KernelEntry>>
readKernelTable(const ElfImage &Image, KernelTableRange Range, unsigned EntryWords);

} // namespace etprune
