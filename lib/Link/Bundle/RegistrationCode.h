// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prepares the link of a program that is built with link-time optimisation and registers its
// kernels at start. If the link compiled the intermediate code of registration files and registry,
// their code could not be found in the image. So these objects enter the link as machine code. An
// object with both kinds of code is replaced by a copy that hides the intermediate code. An object
// with only LLVM's bitcode is compiled before the link.

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// The changed inputs, which replace `Inputs`; null if `Inputs` needs no change. `Objects` is the
/// closure of `Inputs`.
llvm::Expected<std::unique_ptr<LinkInputs>>
takeMachineCodeOfRegistration(LinkInputs &Inputs, llvm::ArrayRef<const InputObject *> Objects,
                              const LinkCommand &Command);

} // namespace etprune
