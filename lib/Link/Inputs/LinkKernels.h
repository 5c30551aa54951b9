// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a link: kernels with records in its objects, and kernels that the program
// registers at its start.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/KernelRecord.h"
#include "Runtimes/SelfRegisteringProgram.h"

namespace etprune {

struct LinkKernels {
  std::vector<KernelRecord> Records;
  /// Set if the program has or calls a registry that it fills at its start; else null.
  std::unique_ptr<SelfRegisteringProgram> Program;

  /// True if the program's own registry finds the kernels.
  bool comparesKeys() const { return Program && !Program->matchesKeys(); }
  /// The number of words of a table entry.
  unsigned entryWords() const { return Program ? Program->runtime().entryWords() : 3; }
};

/// True if the program refers to the registration table, or registers kernels at its start.
/// Examines all objects that the program loads without kernels.
bool usesKernels(LinkInputs &Inputs);

/// A line for each archive that registers kernels but is not loaded, because no object refers to
/// its symbols. The lines continue a message.
std::string unloadedRegistrations(const LinkInputs &Inputs);

llvm::Expected<LinkKernels> readLinkKernels(const LinkCommand &Command, const LinkInputs &Inputs,
                                            llvm::ArrayRef<const InputObject *> Objects);

} // namespace etprune
