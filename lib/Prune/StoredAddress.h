// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address that a relocated word of an image holds, whatever its form: absolute, a distance from
// the word itself, or left to the dynamic loader.

#pragma once

#include "Image/ElfImage.h"
#include "Object/InputObject.h"

#include <optional>

namespace etprune {

/// An address of which the low bits are known.
struct StoredAddress {
  uint64_t Value;
  uint64_t Mask;
  uint64_t Addend; ///< that the word holds besides
  bool IsAbsolute;

  bool is(uint64_t Address) const { return ((Value ^ Address) & Mask) == 0; }
};

/// The address of a relocation's symbol as the image has it, less the addend. `Section` is the
/// object's, and lies at `Address` of the image's section `Home`. None where the relocation is of
/// another kind, and where the word is known only when the program runs.
std::optional<StoredAddress> storedAddress(const ElfImage &Image, const ImageSection &Home,
                                           uint64_t Address, const InputObject &Object,
                                           uint32_t Section, const ObjectRelocation &Relocation);

} // namespace etprune
