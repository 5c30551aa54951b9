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

/// Call this function before the tool opens a file or prints. A write to a closed stream, or to a
/// pipe without a reader, then fails and does not end the process. Reserves the descriptors of
/// closed standard streams, so that no file that is opened later receives the tool's output.
void prepareStreams();

/// Returns the text with control characters as \xNN, except for line ends and tabs.
/// raw_ostream::write_escaped would also escape line ends, tabs, backslashes, quotes and UTF-8.
std::string printable(llvm::StringRef Text);

/// The reader of the output. A person may close the pipe early, as with `| head`.
enum class Reader { Person, Program };

/// Fails if the output could not be written. Ignores a pipe that a person closed.
llvm::Error flushOutput(Reader Of = Reader::Person);

/// Flushes stdout. Prints each error as "<tool>: error: ...", and returns the exit status. Like the
/// functions below, prints at most a hundred messages, and then the number of the others.
int fail(llvm::StringRef Tool, llvm::Error E);

void warn(llvm::StringRef Tool, llvm::Error E);
void warn(llvm::StringRef Tool, llvm::ArrayRef<std::string> Warnings);
void note(llvm::StringRef Tool, llvm::ArrayRef<std::string> Notes);

} // namespace etprune
