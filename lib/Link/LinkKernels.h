// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of a link, whether its objects have records of them or the program registers them
// itself when it starts.

#pragma once

#include "ExecuTorch/SelfRegisteringProgram.h"
#include "Link/LinkInputs.h"
#include "Registry/KernelRecord.h"

#include <memory>

namespace etprune {

struct LinkKernels {
  std::vector<KernelRecord> Records;
  /// The program where it registers its kernels itself, else null.
  std::unique_ptr<SelfRegisteringProgram> Program;
};

/// Whether the program refers to the registration table, or registers kernels when it starts, going
/// by everything that it would load without any kernels.
bool usesKernels(LinkInputs &Inputs);

/// The kernels in `Objects`, the link's closure.
llvm::Expected<LinkKernels> readLinkKernels(const LinkInputs &Inputs,
                                            llvm::ArrayRef<const InputObject *> Objects);

} // namespace etprune
