// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels and delegates that a program registers, as far as its image shows them. Its link
// bundle adds schemas, the arrays that a program registers when it starts, the names of its
// delegates and, for a stripped image, the location of the table.
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

/// The plan of an image, from its registration table and its arrays of kernels. `Map` may be null.
llvm::Expected<PrunePlan> planOfImage(const ElfImage &Image, const LinkMap *Map,
                                      const LinkKernels &Kernels);

MapIndex indexOf(const SelfRegisteringProgram &Program, const LinkMap &Map);

struct Registration {
  std::optional<KernelTableRange> Table; ///< none if the program registers all kernels at its start
  std::vector<KernelEntry> Entries;
  /// In the order of the program's lookup, one for each key. Without a bundle, records have no
  /// schema, and have variant and library only if the image has symbols.
  std::vector<KernelRecord> Kernels;
  size_t NumAtStart = 0; ///< the kernels at the end that the program registers when it starts
  llvm::ArrayRef<KernelRecord> atStart() const {
    return llvm::ArrayRef(Kernels).take_back(NumAtStart);
  }
  std::vector<std::string> OtherCallers; ///< descriptions of functions that may register kernels

  std::set<std::string> Backends; ///< by id
  std::string WhyOtherBackends;   ///< why there may be more backends; empty if Backends has all

  std::unique_ptr<InputObject> StandIn; ///< for records whose object is unknown
};

/// `Link` may be null. The result points into it.
llvm::Expected<Registration> readRegistration(const ElfImage &Image, const ImageLink *Link);

} // namespace etprune
