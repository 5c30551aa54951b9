// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the tools speak: reports on stdout, diagnostics on stderr. Names in them come out of images
// and bundles, and so from outside, and a terminal takes control characters for commands:
// printable() is for every text that has such a name.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace etprune {

/// For the beginning of main(): an output stream that is closed or a reader that is gone is an
/// error when something is printed. No file gets the descriptor of a stream that is closed.
void prepareStreams();

/// The text with its control characters, but for line ends and tabs, as \xNN. Not with
/// raw_ostream::write_escaped, which escapes line ends, tabs, backslashes, quotes and UTF-8, too.
std::string printable(llvm::StringRef Text);
/// The output of `Print`, made printable.
std::string printableText(llvm::function_ref<void(llvm::raw_ostream &)> Print);

/// Who reads what is printed. A person who has read enough, as with `| head`, closes the pipe; a
/// program that does so has failed.
enum class Reader { Person, Program };

/// Output that could not be written (a full disk, for example) is an error.
llvm::Error flushOutput(Reader Of = Reader::Person);

/// Prints each error as "<tool>: error: ...", a failure to print to stdout among them. Gives the
/// exit status. Of more than a hundred, here and below, the others are counted.
int fail(llvm::StringRef Tool, llvm::Error E);

/// Prints each of an error's messages as a warning: the tool goes on.
void warn(llvm::StringRef Tool, llvm::Error E);
void warn(llvm::StringRef Tool, llvm::ArrayRef<std::string> Warnings);
void note(llvm::StringRef Tool, llvm::ArrayRef<std::string> Notes);

} // namespace etprune
