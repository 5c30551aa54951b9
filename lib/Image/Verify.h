// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a pruned image back and compares it with what was planned.
//
// Nothing here trusts the relink: the table is read from the image's bytes, what is in the image
// from the linker's map, what refers to what from the objects. An image that fails one check is
// never written.

#pragma once

#include "Image/ElfImage.h"
#include "Image/Leftovers.h"
#include "Image/LinkMap.h"
#include "Link/Bundle.h"
#include "Registry/TableRewrite.h"

namespace etprune {

struct VerifyRequest {
  const LinkInputs &Inputs;
  const PrunePlan &Plan;
  const EditMap &Edits;
  const ElfImage &Image;
  const LinkMap &Map;
  /// The object of the registration table; empty where the link has none.
  llvm::ArrayRef<char> Table;
  /// What the link made of intermediate code: stands for the inputs that had it.
  llvm::ArrayRef<std::unique_ptr<InputObject>> MadeObjects = {};
  /// The map of the image with all kernels; null where there never was one.
  const LinkMap *FullMap = nullptr;
};

/// Every check that fails is an error, all of them at once. The result lists what stayed although
/// it was dropped, which is legal.
llvm::Expected<std::vector<LeftoverCode>> verifyImage(const VerifyRequest &Request);

} // namespace etprune
