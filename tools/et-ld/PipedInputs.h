// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads inputs that come through pipes: a shell's -T <(...), or /dev/stdin. A pipe can be read only
// once, but both et-ld and the linker read the inputs.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Reads each pipe that an argument names as /dev/stdin, /dev/fd/N or /proc/self/fd/N, and replaces
/// descriptor N by a file in memory with the same contents. The linker inherits this file. Fails if
/// there is not enough memory.
llvm::Error keepPipedInputs(llvm::ArrayRef<std::string> Args);

} // namespace etprune
