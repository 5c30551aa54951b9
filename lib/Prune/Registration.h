// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels and delegates that a program registers, as far as its image shows them.
//
// The image has the table with names, keys and functions. Its link bundle adds schemas, the arrays
// that a program registers when it starts, the names of its delegates and, for a stripped image,
// the location of the table. If neither has an answer, the answer is unknown, with the reason.
//
// Table entries become records and go through the resolver. A separate lookup would be a third one
// that must be kept the same.

#pragma once

#include "Image/KernelTable.h"
#include "Image/MapIndex.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

/// The link that an image came from, from its bundle.
struct ImageLink {
  CapturedLink Link;
  LinkMap Map; ///< of this image
};

/// The plan that gave an image. It comes from the registration table and, if the full link
/// registers kernels at program start, from the arrays of this image. `Map` may be null.
llvm::Expected<PrunePlan> planOfImage(const ElfImage &Image, const LinkMap *Map,
                                      const LinkKernels &Kernels);

/// The locations in an image of the objects of a program that registers its kernels itself.
MapIndex indexOf(const SelfRegisteringProgram &Program, const LinkMap &Map);

struct Registration {
  /// None if the program registers all of its kernels when it starts.
  std::optional<KernelTableRange> Table;
  std::vector<KernelEntry> Entries; ///< the table's
  /// In the order in which the program's lookup meets them. They come from the bundle if it knows
  /// them. Otherwise they lack schema and priority, and have names only if the image has symbols. A
  /// kernel that the table has with several keys of calls is listed once per key.
  std::vector<KernelRecord> Kernels;
  /// The number of kernels at the end of Kernels that the program registers when it starts.
  size_t NumAtStart = 0;
  llvm::ArrayRef<KernelRecord> atStart() const {
    return llvm::ArrayRef(Kernels).take_back(NumAtStart);
  }
  /// The code that can register more kernels, a line each.
  std::vector<std::string> OtherCallers;

  std::set<std::string> Backends; ///< by id
  std::string WhyOtherBackends;   ///< why there may be more backends; empty if there are none

  std::unique_ptr<InputObject> StandIn; ///< the object of a record whose own is unknown
};

/// `Link` may be null. The result points into it.
llvm::Expected<Registration> readRegistration(const ElfImage &Image, const ImageLink *Link);

} // namespace etprune
