// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of the link that come through pipes: a shell's -T <(...), or /dev/stdin. A pipe can be
// read once, but et-ld reads the inputs, and the linker reads them again.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Reads each pipe that an argument names as /dev/stdin, /dev/fd/N or /proc/self/fd/N, and puts a
/// file in memory with its contents in its place: N is that file from then on, for this process and
/// for the linker that it starts. Fails where memory for it is refused.
llvm::Error keepPipedInputs(llvm::ArrayRef<std::string> Args);

} // namespace etprune
