// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text for a terminal. Names out of images and bundles, which may be somebody else's, stand in
// reports and messages, and a terminal takes control characters for commands.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace etprune {

/// The text with its control characters, but for line ends and tabs, as \xNN.
std::string printable(llvm::StringRef Text);

} // namespace etprune
