// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares an image's code with its objects' code, instruction by instruction, where the linker may
// have shortened instructions (relaxation). Needs Arch::followCode(), which only Xtensa has so far.
// ImageCode maps an offset in an object's code to an address in the image.

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
    std::string Wrong; ///< a difference that relaxation does not explain; empty if there is none
  };
  /// Null if the section has no code or no known location in the image, or if et-prune cannot
  /// follow the machine's code.
  const Section *find(const LinkedObject &Object, uint32_t Index);
  /// The image's address for an offset in an object's section; none if the address is unknown.
  std::optional<uint64_t> addressOf(const LinkedObject &Object, uint32_t Index, uint64_t Offset);
  /// Checks that a literal pool is in the image only if the pool's code is, too.
  void checkPools(const Complaint &Complain) const;
  void checkSymbols(const LinkedObject &Object, const Complaint &Complain);

private:
  std::unique_ptr<Section> follow(const LinkedObject &Object, uint32_t Index) const;

  const LinkedProgram &Program;
  const Arch *Machine; ///< null if et-prune cannot follow the machine's code
  llvm::DenseMap<std::pair<const InputObject *, uint32_t>, std::unique_ptr<Section>> Sections;
};

} // namespace etprune
