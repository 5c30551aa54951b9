// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The strings and constants that a linker merged over all objects.
//
// A map shows them as one section, of the first object or of the linker, so it does not tell which
// object uses which. Here such a section is divided into its strings or constants, and a reference
// finds its piece by content. A string may be the end of a longer one.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"

#include <vector>

namespace etprune {

/// The kind of the constants or strings of a mergeable section.
struct MergeKind {
  uint64_t EntrySize = 1;
  bool IsStrings = false;

  static MergeKind of(const ObjectSection &Section) {
    return {Section.EntrySize, (Section.Flags & llvm::ELF::SHF_STRINGS) != 0};
  }
  bool operator<(const MergeKind &Other) const {
    return std::pair(EntrySize, IsStrings) < std::pair(Other.EntrySize, Other.IsStrings);
  }
};

/// The size of the piece that begins at `Offset`, a string's end included; 0 after the last piece.
uint64_t mergedPieceSize(llvm::ArrayRef<uint8_t> Data, uint64_t Offset, MergeKind Kind);

/// All pieces of one kind in an image.
class MergedPieces {
public:
  explicit MergedPieces(MergeKind Kind) : Kind(Kind) {}

  void add(llvm::ArrayRef<uint8_t> Bytes, uint32_t Item);
  /// Called after the last add().
  void sort();
  /// The items that hold a piece of an object's section: one for each output section that has it.
  llvm::SmallVector<uint32_t, 1> find(llvm::ArrayRef<uint8_t> Data, uint64_t Offset) const;

private:
  struct Piece {
    llvm::ArrayRef<uint8_t> Bytes;
    uint32_t Item;
  };
  MergeKind Kind;
  std::vector<Piece> Pieces; ///< sorted by their bytes read backwards
};

} // namespace etprune
