// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image's symbols by name.

#pragma once

#include "Image/ElfImage.h"

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// "memcpy@@GLIBC_2.14" is a definition of memcpy.
inline llvm::StringRef withoutVersion(llvm::StringRef Symbol) {
  return Symbol.take_front(Symbol.find('@'));
}

class SymbolIndex {
public:
  /// The image must outlive the index.
  explicit SymbolIndex(const ElfImage &Image);

  /// All of a name, without versions: local and global, defined and undefined.
  llvm::SmallVector<const ImageSymbol *, 2> named(llvm::StringRef Name) const;

private:
  static constexpr uint32_t None = UINT32_MAX;
  const std::vector<ImageSymbol> &Symbols;
  llvm::DenseMap<llvm::CachedHashStringRef, uint32_t> First; ///< into Symbols
  std::vector<uint32_t> Next;                                ///< of the same name
};

} // namespace etprune
