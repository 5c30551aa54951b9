// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration table as the program finds it at run time, read from a linked image. A record
// has three words: name, key or null, and function. Some runtimes have no key and two words.

#pragma once

#include "Image/ElfImage.h"
#include "Image/LinkMap.h"

namespace etprune {

struct KernelTableRange {
  uint64_t Start = 0;
  uint64_t End = 0; ///< after the last record
};

struct KernelEntry {
  std::string Name;
  std::optional<std::string> Key; ///< none for a fallback kernel
  uint64_t Function = 0;          ///< as stored: on Arm, bit 0 marks Thumb code
  /// The name of the kernel's function, et_kernel$...; empty if the image's symbols lack it.
  llvm::StringRef Symbol;
};

/// The address of a symbol, from the image's symbols or else from the map (may be null).
std::optional<uint64_t> findAddress(const ElfImage &Image, const LinkMap *Map,
                                    llvm::StringRef Symbol);

/// Finds the table by `__et_kernels_start` and `__et_kernels_end`. `Map` may be null.
llvm::Expected<KernelTableRange> findKernelTable(const ElfImage &Image, const LinkMap *Map);

/// Reads every record of the table. Reports each damaged record, all in one error.
llvm::Expected<std::vector<KernelEntry>>
readKernelTable(const ElfImage &Image, KernelTableRange Range, unsigned EntryWords);

} // namespace etprune
