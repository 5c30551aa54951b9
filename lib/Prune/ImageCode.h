// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The relaxed code of an image, instruction by instruction, on machines where it can be followed
// (Arch::followCode). It says where an offset of an object's code is in the image, and the
// addresses that the image's instructions use.

#pragma once

#include "Object/Arch/Arch.h"
#include "Prune/LinkedProgram.h"

namespace etprune {

class ImageCode {
public:
  explicit ImageCode(const LinkedProgram &Program);

  struct Section {
    uint64_t Address = 0;
    RelaxedCode Code;
    std::string Wrong; ///< an error where the image has other code than the object
  };
  /// Null for a section without code, one that is not in the image, or whose location the map does
  /// not tell, and on machines whose code is not followed.
  const Section *find(const LinkedObject &Object, uint32_t Index);
  /// The address of an offset of a section in the image; none where that is not known.
  std::optional<uint64_t> addressOf(const LinkedObject &Object, uint32_t Index, uint64_t Offset);
  /// True for a section that holds literals of code.
  bool isPool(const ObjectSection &S) const {
    return Machine && !Machine->ownerOfLiterals(S.Name).empty();
  }
  /// Checks that a pool is in the image only with the code that loads from it.
  void checkPools(const Complaint &Complain) const;
  /// Checks that the image's symbols are where the code of their definitions is.
  void checkSymbols(const LinkedObject &Object, const Complaint &Complain);

private:
  std::unique_ptr<Section> follow(const LinkedObject &Object, uint32_t Index) const;

  const LinkedProgram &Program;
  const Arch *Machine; ///< null where code is not followed
  llvm::DenseMap<std::pair<const InputObject *, uint32_t>, std::unique_ptr<Section>> Sections;
};

} // namespace etprune
