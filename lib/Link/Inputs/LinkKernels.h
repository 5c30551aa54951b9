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
  /// Set if an object defines a registry that is filled at the program's start, or calls such a
  /// registry. Otherwise null.
  std::unique_ptr<SelfRegisteringProgram> Program;

  /// True if ExecuTorch's own registry looks kernels up. This registry finds a kernel only if the
  /// kernel's key equals the call's key. In et-prune's own operator_registry.cpp, one key can match
  /// several calls.
  bool comparesKeys() const { return Program && !Program->matchesKeys(); }
  /// The number of words of one kernel in the registration table.
  unsigned entryWords() const { return Program ? Program->runtime().entryWords() : 3; }
};

/// True if the program refers to the registration table, or registers kernels at its start.
bool usesKernels(LinkInputs &Inputs);

/// Lines to append to a message: one line for each archive that registers kernels but that the
/// linker does not load.
std::string unloadedRegistrations(const LinkInputs &Inputs);

llvm::Expected<LinkKernels> readLinkKernels(const LinkCommand &Command, const LinkInputs &Inputs,
                                            llvm::ArrayRef<const InputObject *> Objects);

} // namespace etprune
