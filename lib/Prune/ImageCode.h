// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The relaxed code of an image, instruction by instruction, on machines where et-prune can follow
// it (Arch::followCode). ImageCode maps an offset in an object's code to an address in the image,
// and gives the addresses that the image's instructions use.

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
    std::string Wrong; ///< an error if the image's code differs from the object's
  };
  /// Null if the section has no code or no known location in the image, or if et-prune cannot
  /// follow the machine's code.
  const Section *find(const LinkedObject &Object, uint32_t Index);
  /// The address in the image of an offset of a section; none if it is unknown.
  std::optional<uint64_t> addressOf(const LinkedObject &Object, uint32_t Index, uint64_t Offset);
  /// Checks that a pool of literals is in the image only with the code that loads from it.
  void checkPools(const Complaint &Complain) const;
  void checkSymbols(const LinkedObject &Object, const Complaint &Complain);

private:
  std::unique_ptr<Section> follow(const LinkedObject &Object, uint32_t Index) const;

  const LinkedProgram &Program;
  const Arch *Machine; ///< null if code is not followed
  llvm::DenseMap<std::pair<const InputObject *, uint32_t>, std::unique_ptr<Section>> Sections;
};

} // namespace etprune
