// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the kernels and delegates that a program registers, from its image and, if there is one,
// from its link bundle. Only the bundle has the schemas, a stripped image's table address, and the
// arrays of kernels and the delegates that a program registers when it starts.
//
// Table entries become records, so that the resolver can look up kernels in an image as it does in
// a link.

#pragma once

#include "Image/KernelTable.h"
#include "Image/MapIndex.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

struct ImageLink {
  CapturedLink Link;
  LinkMap Map; ///< of this image
};

/// The plan of an image, from its table and arrays of kernels. `Map` is null if there is no map.
llvm::Expected<PrunePlan> planOfImage(const ElfImage &Image, const LinkMap *Map,
                                      const LinkKernels &Kernels);

MapIndex indexOf(const SelfRegisteringProgram &Program, const LinkMap &Map);

struct Registration {
  std::optional<KernelTableRange> Table; ///< none if the program registers all kernels at its start
  std::vector<KernelEntry> Entries;
  /// In the order of the program's lookup. Without a bundle, records have no schema. If the image
  /// has no symbols either, records have no library, and their variant is the key.
  std::vector<KernelRecord> Kernels;
  size_t NumAtStart = 0; ///< the program registers the last NumAtStart kernels at its start
  llvm::ArrayRef<KernelRecord> atStart() const {
    return llvm::ArrayRef(Kernels).take_back(NumAtStart);
  }
  std::vector<std::string> OtherCallers; ///< descriptions of code that may register more kernels

  std::set<std::string> Backends; ///< by id
  std::string WhyOtherBackends;   ///< why there may be more backends; empty if Backends has all

  std::unique_ptr<InputObject> StandIn; ///< the Object of records that are made from table entries
};

/// `Link` is null for an image without bundle. The result points into `Link`.
llvm::Expected<Registration> readRegistration(const ElfImage &Image, const ImageLink *Link);

} // namespace etprune
