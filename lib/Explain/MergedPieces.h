// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The strings and constants that a linker merged over all objects.
//
// A map shows them as one section of the first object or of the linker. It does not tell which
// object uses which string. A piece is one string or constant of such a section. The index finds
// the piece to which a reference leads, by its content. A string may be the end of a longer string.

#pragma once

#include "Explain/ImageGraph.h"

#include "llvm/BinaryFormat/ELF.h"

#include <map>

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

class MergedIndex {
public:
  void add(MergeKind Kind, llvm::ArrayRef<uint8_t> Bytes, uint32_t Item) {
    Pieces[Kind].push_back({Bytes, Item});
  }
  /// Called after the last add().
  void sort();
  /// The item that holds the piece at an offset of an object's section.
  std::optional<uint32_t> find(const ImageGraph &Graph, const ObjectSection &Section,
                               uint64_t Offset) const;

private:
  struct Piece {
    llvm::ArrayRef<uint8_t> Bytes;
    uint32_t Item;
  };
  std::map<MergeKind, std::vector<Piece>> Pieces; ///< sorted by their bytes read backwards
};

} // namespace etprune
