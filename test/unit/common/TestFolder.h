// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A temporary folder for the files of one test. Functions that make archives of names and contents.

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
  /// Writes a file, and makes its parent folders. Returns the path of the file.
  std::string write(llvm::StringRef Name, llvm::StringRef Contents) const;
  std::string read(llvm::StringRef Name) const;
  std::vector<std::string> list() const; ///< all files and folders, sorted

private:
  std::string Root;
};

/// Returns an archive in GNU format, with a 32-bit or 64-bit symbol index.
std::string archiveOf(const std::vector<std::pair<std::string, std::string>> &Members,
                      bool Is64 = false);
std::string tarOf(const std::vector<std::pair<std::string, std::string>> &Members);

} // namespace etprune::test
