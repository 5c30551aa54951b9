// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What parseLinkMap() is made of: a reader for each linker's text, and what both texts have in
// common.

#pragma once

#include "Image/LinkMap.h"

namespace etprune {

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
