// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prepares the link of a program that is built with link-time optimisation and registers its
// kernels at start.
//
// The registered kernels are read from the machine code of a few objects: the generated
// registration files, and the registry. If the link compiled the intermediate code of these
// objects, their code could not be found in the image. So these objects enter the link as machine
// code, and the link compiles the rest. An object with both kinds of code is replaced by a copy
// that hides the intermediate code. An object with only LLVM's bitcode is compiled before the link.
// An object with only gcc's code is refused when kernels are read (SelfRegisteringProgram).

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// The inputs with machine code instead of the intermediate code of registering objects; null if
/// `Inputs` needs no change. `Objects` is the closure of `Inputs`. If this returns new inputs, do
/// not use `Inputs` any more.
llvm::Expected<std::unique_ptr<LinkInputs>>
takeMachineCodeOfRegistration(LinkInputs &Inputs, llvm::ArrayRef<const InputObject *> Objects,
                              const LinkCommand &Command);

} // namespace etprune
