// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/MergedPieces.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

uint64_t mergedPieceSize(ArrayRef<uint8_t> Data, uint64_t Offset, MergeKind Kind) {
  if (Offset >= Data.size())
    return 0;
  const ArrayRef<uint8_t> Rest = Data.drop_front(Offset);
  if (!Kind.IsStrings)
    return std::min<uint64_t>(Kind.EntrySize - Offset % Kind.EntrySize, Rest.size());
  for (uint64_t End = Kind.EntrySize; End <= Rest.size(); End += Kind.EntrySize)
    if (all_of(Rest.slice(End - Kind.EntrySize, Kind.EntrySize), [](uint8_t B) { return B == 0; }))
      return End;
  return Rest.size();
}

/// True if A, read backwards, is before B.
static bool isBeforeBackwards(ArrayRef<uint8_t> A, ArrayRef<uint8_t> B) {
  return std::lexicographical_compare(A.rbegin(), A.rend(), B.rbegin(), B.rend());
}

void MergedPieces::add(ArrayRef<uint8_t> Bytes, uint32_t Item) { Pieces.push_back({Bytes, Item}); }

void MergedPieces::sort() {
  llvm::stable_sort(
      Pieces, [](const Piece &A, const Piece &B) { return isBeforeBackwards(A.Bytes, B.Bytes); });
}

SmallVector<uint32_t, 1> MergedPieces::find(ArrayRef<uint8_t> Data, uint64_t Offset) const {
  // A reference to any byte of a constant finds the constant.
  if (!Kind.IsStrings)
    Offset -= Offset % Kind.EntrySize;
  const uint64_t Size = mergedPieceSize(Data, Offset, Kind);
  SmallVector<uint32_t, 1> Found;
  if (Size == 0)
    return Found;
  const ArrayRef<uint8_t> Wanted = Data.slice(Offset, Size);
  auto It = llvm::lower_bound(Pieces, Wanted, [](const Piece &P, ArrayRef<uint8_t> W) {
    return isBeforeBackwards(P.Bytes, W);
  });
  if (It == Pieces.end() || It->Bytes.size() < Size || It->Bytes.take_back(Size) != Wanted)
    return Found;
  const ArrayRef<uint8_t> First = It->Bytes;
  for (; It != Pieces.end() && It->Bytes == First; ++It)
    Found.push_back(It->Item);
  return Found;
}

} // namespace etprune
