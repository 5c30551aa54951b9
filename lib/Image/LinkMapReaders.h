// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the maps that linkers write for `-Map`: a parser for GNU ld's text and one for LLD's, and
// the syntax that both have.

#pragma once

#include "Image/LinkMap.h"

#include "llvm/Support/Error.h"

namespace etprune {

/// Reads a map of either linker. Name is the file's, for messages. Linear in the text's length.
llvm::Expected<LinkMap> parseLinkMap(llvm::StringRef Text, llvm::StringRef Name);

llvm::Expected<LinkMap> parseGnuLinkMap(llvm::StringRef Text, llvm::StringRef Name);
llvm::Expected<LinkMap> parseLldLinkMap(llvm::StringRef Text, llvm::StringRef Name);

/// Whether a text begins with the heading of LLD's columns.
bool isLldLinkMap(llvm::StringRef Text);

/// An object as linkers name it, "main.o" or "lib.a(main.o)".
struct FileAndMember {
  llvm::StringRef File;
  llvm::StringRef Member;
};
FileAndMember splitMember(llvm::StringRef Name);

/// Where the parenthesis that the last character closes was opened; npos if it was not.
size_t findOpening(llvm::StringRef Text);

/// "LONG ( 1 )" and the like: bytes that a script asks for.
bool isDataCommand(llvm::StringRef Text);

/// Takes PROVIDE(...) and the like from an assignment.
llvm::StringRef assignmentOf(llvm::StringRef Text);

} // namespace etprune
