// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints reports on stdout and diagnostics on stderr. Names in these texts come from images and
// bundles, which may come from strangers. A terminal obeys control characters, so every text with
// such a name goes through printable().

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace etprune {

/// Call it first in main(). Printing to a closed stream or a reader that is gone then becomes an
/// error. No opened file gets the descriptor of a closed stream.
void prepareStreams();

/// Returns the text with control characters as \xNN, except for line ends and tabs.
/// raw_ostream::write_escaped also escapes these two, backslashes, quotes and UTF-8.
std::string printable(llvm::StringRef Text);

/// The reader of the output. A person closes a pipe after reading enough, as with `| head`. A
/// program that closes it has failed.
enum class Reader { Person, Program };

/// Output that could not be written (a full disk, for example) is an error.
llvm::Error flushOutput(Reader Of = Reader::Person);

/// Flushes stdout. Prints each error as "<tool>: error: ...", and the error of the flush, if any.
/// Returns the exit status. This function and the functions below print at most a hundred messages
/// in one call, and the number of the others.
int fail(llvm::StringRef Tool, llvm::Error E);

void warn(llvm::StringRef Tool, llvm::Error E);
void warn(llvm::StringRef Tool, llvm::ArrayRef<std::string> Warnings);
void note(llvm::StringRef Tool, llvm::ArrayRef<std::string> Notes);

} // namespace etprune
