// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link command that a user gives after `--`, for an image that was linked without the wrapper.
//
// Only the compiler driver knows the whole command of the linker, so the command is run: with a
// -B that makes the driver find our wrapper in the linker's place, and a variable that tells the
// wrapper to write a bundle and link nothing. A command that is a linker's has the wrapper run in
// that linker's place.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Runs `Command` and reads the bundle that comes of it. `Image` is the image that the command
/// makes; `Contents`, null where there is none yet, is what its file holds before and after.
llvm::Expected<CapturedLink> captureCommand(llvm::ArrayRef<std::string> Command,
                                            const std::string &Image,
                                            const llvm::MemoryBuffer *Contents);

} // namespace etprune
