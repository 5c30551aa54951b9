// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text for a terminal, which takes control characters for commands. Reports and messages have names
// in them that come out of images and bundles, and so from outside.
//
// raw_ostream::write_escaped is not used: it escapes line ends, tabs, backslashes, quotes and
// UTF-8, too.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace etprune {

/// The text with its control characters, but for line ends and tabs, as \xNN.
std::string printable(llvm::StringRef Text);

/// The same of what `Print` prints.
std::string printableText(llvm::function_ref<void(llvm::raw_ostream &)> Print);

} // namespace etprune
