// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that register their kernels when they start, linked with link-time optimisation.
//
// Which kernels a program registers is read from the machine code of a few objects: the generated
// registration files, and the registry. Where the link would compile their intermediate code, it
// could not be found in the image again. So these objects enter the link as machine code, and the
// rest, kernels and runtime, is compiled in the link as the user wants it. Objects that have both
// are copied with the intermediate code hidden; those of LLVM's bitcode alone are compiled before
// the link. gcc's alone can be compiled by gcc alone, and is refused where kernels are looked for
// (SelfRegisteringProgram).

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// The inputs with the machine code of objects that register, or null where they are so already.
/// `Objects` is the closure of `Inputs`, which is not to be used any more where there are others.
llvm::Expected<std::unique_ptr<LinkInputs>>
takeMachineCodeOfRegistration(LinkInputs &Inputs, llvm::ArrayRef<const InputObject *> Objects,
                              const LinkCommand &Command);

} // namespace etprune
