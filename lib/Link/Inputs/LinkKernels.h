// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a link: those of which its objects have records, and those that the program
// registers itself when it starts.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/KernelRecord.h"
#include "Runtimes/SelfRegisteringProgram.h"

#include <memory>

namespace etprune {

struct LinkKernels {
  std::vector<KernelRecord> Records;
  /// The program where it has a registry that is filled when it starts, or calls one; else null.
  std::unique_ptr<SelfRegisteringProgram> Program;

  /// True if the program's own registry finds the kernels, which has no table of records
  /// unless this tool puts one in its storage's place.
  bool comparesKeys() const { return Program && !Program->matchesKeys(); }
  /// The words of an entry of the table.
  unsigned entryWords() const { return Program ? Program->runtime().entryWords() : 3; }
};

/// True if the program refers to the registration table, or registers kernels when it starts, going
/// by everything that it would load without any kernels.
bool usesKernels(LinkInputs &Inputs);

/// A line for each archive whose kernels register themselves and of which the link loads nothing,
/// because no symbol asks for it; each begins as the continuation of a message. Empty where there
/// is none.
std::string unloadedRegistrations(const LinkInputs &Inputs);

/// The kernels in `Objects`, the link's closure.
llvm::Expected<LinkKernels> readLinkKernels(const LinkCommand &Command, const LinkInputs &Inputs,
                                            llvm::ArrayRef<const InputObject *> Objects);

} // namespace etprune
