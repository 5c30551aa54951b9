// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image together with what it was made of: what the checks of an image ask.

#pragma once

#include "Image/ElfImage.h"
#include "Image/FoldedSections.h"
#include "Image/LiveSections.h"
#include "Image/SymbolIndex.h"

#include "llvm/ADT/StringSet.h"

#include <functional>
#include <optional>

namespace etprune {

struct LinkedProgram {
  const ElfImage &Image;
  const LinkMap &Map;
  const SymbolIndex &Symbols;
  /// By the captured objects.
  const LiveSections &Live;
  const FoldedSections &Folded;
  llvm::ArrayRef<LinkedObject> Objects;
  /// Names that scripts and options use, and may define.
  const llvm::StringSet<> &RootSymbols;
  /// The full image's sections; null where there never was one.
  const LiveSections *Full;
  bool IsLld;

  bool isLive(const LinkedObject &Object, uint32_t Section) const {
    return Live.find(*Object.Captured, Section) != nullptr;
  }
  /// The place of a section that is certain to be in the image; none for other sections. Where
  /// sections of one object share a name, it takes a symbol to tell which of them is where.
  std::optional<LiveSections::Place> placeOf(const LinkedObject &Object, uint32_t Section) const;
  /// What an offset of a section may be in the image: of itself, or where the linker folded it, of
  /// its copies. `Object` is captured.
  llvm::SmallVector<uint64_t, 1> addresses(const InputObject &Object, uint32_t Section,
                                           uint64_t Offset) const;
  /// In the full image and not in this one.
  bool isGone(const LinkedObject &Object, uint32_t Section) const {
    return Full && Full->find(*Object.Captured, Section) && !isLive(Object, Section);
  }
};

/// Takes what is wrong with an image, in words.
using Complaint = std::function<void(const llvm::Twine &)>;

} // namespace etprune
