// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prepares programs with link-time optimisation that register their kernels at their start.
//
// The registered kernels are read from the machine code of a few objects: the generated
// registration files, and the registry. If the link compiled the intermediate code of these
// objects, their code could not be found in the image. So these objects enter the link as machine
// code, and the link compiles the rest. Of objects with both kinds of code, a copy hides the
// intermediate code. Objects with only LLVM's bitcode are compiled before the link. Objects with
// only gcc's code are refused when kernels are read (SelfRegisteringProgram).

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// The inputs with machine code for registering objects; null if `Inputs` already has it. `Objects`
/// is the closure of `Inputs`. If this returns new inputs, do not use `Inputs` any more.
llvm::Expected<std::unique_ptr<LinkInputs>>
takeMachineCodeOfRegistration(LinkInputs &Inputs, llvm::ArrayRef<const InputObject *> Objects,
                              const LinkCommand &Command);

} // namespace etprune
