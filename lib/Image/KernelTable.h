// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the registration table from a linked image, as the program does at run time. A record has
// three words: name, key (null: the kernel serves any dtypes) and function. In runtimes without
// keys, a record has two words: name and function.

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
  /// The name of the kernel's function, et_kernel$...; empty if the image has no such symbol.
  llvm::StringRef Symbol;
};

/// Looks up a symbol's address in the image's symbol table. If the table lacks the symbol, looks in
/// `Map`, the map of the image's link, unless `Map` is null.
std::optional<uint64_t> findAddress(const ElfImage &Image, const LinkMap *Map,
                                    llvm::StringRef Symbol);

/// Finds the table by `__et_kernels_start` and `__et_kernels_end`, with findAddress().
llvm::Expected<KernelTableRange> findKernelTable(const ElfImage &Image, const LinkMap *Map);

/// Reads every record of the table. Reports each damaged record, all in one error.
llvm::Expected<std::vector<KernelEntry>>
readKernelTable(const ElfImage &Image, KernelTableRange Range, unsigned EntryWords);

} // namespace etprune
