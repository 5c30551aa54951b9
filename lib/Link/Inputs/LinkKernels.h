// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a link: kernels with records, and kernels that the program registers at its start.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/KernelRecord.h"
#include "Runtimes/SelfRegisteringProgram.h"

namespace etprune {

struct LinkKernels {
  std::vector<KernelRecord> Records;
  /// Null unless an object defines or calls a registry that is filled at the program's start.
  std::unique_ptr<SelfRegisteringProgram> Program;

  /// True if ExecuTorch's own registry, which compares keys as text, looks kernels up.
  bool comparesKeys() const { return Program && !Program->matchesKeys(); }
  unsigned entryWords() const { return Program ? Program->runtime().entryWords() : 3; }
};

/// True if the program refers to the registration table, or registers kernels at its start.
bool usesKernels(LinkInputs &Inputs);

/// Message lines: one for each archive with kernels that the linker does not load.
std::string unloadedRegistrations(const LinkInputs &Inputs);

llvm::Expected<LinkKernels> readLinkKernels(const LinkCommand &Command, const LinkInputs &Inputs,
                                            llvm::ArrayRef<const InputObject *> Objects);

} // namespace etprune
