// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder for one test, with files written from text and archives made from objects.

#pragma once

#include "TestObjects.h"
#include "UnitTest.h"

namespace etprune::test {

class TestFolder {
public:
  TestFolder();
  ~TestFolder(); ///< removes the folder with its contents
  TestFolder(const TestFolder &) = delete;

  std::string path(llvm::StringRef Name = "") const;
  /// Writes a file and its parent folders; returns its path.
  std::string write(llvm::StringRef Name, llvm::StringRef Contents) const;
  std::string read(llvm::StringRef Name) const;
  std::vector<std::string> list() const;

private:
  std::string Root;
};

/// Returns an archive of members in GNU format, with a 32-bit or 64-bit index.
std::string archiveOf(const std::vector<std::pair<std::string, std::string>> &Members,
                      bool Is64 = false);
/// Returns a compressed tar archive of these members.
std::string tarOf(const std::vector<std::pair<std::string, std::string>> &Members);

} // namespace etprune::test
