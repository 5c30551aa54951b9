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
  /// Null if no object defines or calls a function that registers kernels or backends.
  std::unique_ptr<SelfRegisteringProgram> Program;

  /// True if the program finds a kernel by the text of its key, as ExecuTorch's own registry does.
  bool comparesKeys() const { return Program && !Program->matchesKeys(); }
  /// The words of a table entry: 3 for name, key and function, or 2 if the runtime has no keys.
  unsigned entryWords() const { return Program ? Program->runtime().entryWords() : 3; }
};

/// True if the program refers to the registration table, or registers kernels at its start.
bool usesKernels(LinkInputs &Inputs);

/// Message lines, one for each archive whose registrations of kernels the linker does not load.
std::string unloadedRegistrations(const LinkInputs &Inputs);

llvm::Expected<LinkKernels> readLinkKernels(const LinkCommand &Command, const LinkInputs &Inputs,
                                            llvm::ArrayRef<const InputObject *> Objects);

} // namespace etprune
