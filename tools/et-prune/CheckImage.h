// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --check`: can this image run what is selected?
//
// The image's own registration table goes through the resolver that plans a pruning, so that both
// decide alike. The bundle, where there is one, adds what no image has; nothing is run.

#pragma once

#include "Image/ElfImage.h"
#include "Selection/Selection.h"

namespace etprune {

/// Something that the image would need and has not.
struct MissingThing {
  const char *What; ///< "operator", "dtype", "arguments", "backend"
  std::string Name; ///< of the operator or backend
  std::string Key;  ///< of a dtype
  std::set<Asker> Askers;
  std::string Message;
};

struct ImageCheck {
  std::string Image;
  size_t NumKernels = 0;
  std::vector<MissingThing> Missing;
  std::vector<std::string> NotChecked; ///< what cannot be known, and why
  std::vector<std::string> Notes;

  bool canRun() const { return Missing.empty(); }
};

/// `BundlePath` is where the image's bundle would be. Fails where the image does not tell what it
/// registers.
llvm::Expected<ImageCheck> checkImage(const ElfImage &Image, const std::string &BundlePath,
                                      const Selection &Wanted, bool IgnoreKeys);

void printCheck(const ImageCheck &Check, llvm::raw_ostream &OS);
void printCheckJson(const ImageCheck &Check, llvm::raw_ostream &OS);

} // namespace etprune
