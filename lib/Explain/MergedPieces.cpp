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

void MergedIndex::sort() {
  for (auto &[Kind, OfKind] : Pieces)
    llvm::stable_sort(
        OfKind, [](const Piece &A, const Piece &B) { return isBeforeBackwards(A.Bytes, B.Bytes); });
}

std::optional<uint32_t> MergedIndex::find(const ImageGraph &Graph, const ObjectSection &Section,
                                          uint64_t Offset) const {
  const auto OfKind = Pieces.find(MergeKind::of(Section));
  if (OfKind == Pieces.end())
    return std::nullopt;
  const auto &[Kind, List] = *OfKind;
  // A reference to any byte of a constant finds the constant.
  if (!Kind.IsStrings)
    Offset -= Offset % Kind.EntrySize;
  const uint64_t Size = mergedPieceSize(Section.Data, Offset, Kind);
  if (Size == 0)
    return std::nullopt;
  const ArrayRef<uint8_t> Wanted = Section.Data.slice(Offset, Size);
  const auto First = llvm::lower_bound(List, Wanted, [](const Piece &P, ArrayRef<uint8_t> W) {
    return isBeforeBackwards(P.Bytes, W);
  });
  if (First == List.end() || First->Bytes.size() < Size || First->Bytes.take_back(Size) != Wanted)
    return std::nullopt;
  // Equal pieces may be in several output sections. Prefer the piece of an input section that has
  // the same name as `Section`.
  for (auto It = First; It != List.end() && It->Bytes == First->Bytes; ++It)
    if (Graph.Items[It->Item].InputSection == Section.Name)
      return It->Item;
  return First->Item;
}

} // namespace etprune
