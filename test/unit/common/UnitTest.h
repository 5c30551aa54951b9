// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers and names that nearly every test of lib/ needs. The build compiles all test files
// of an executable together, so the compiler reads each header only once.

#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace etprune {
namespace test {

/// If EXPECT_TRUE(contains(Text, Part)) fails, GoogleTest prints the text.
inline testing::AssertionResult contains(llvm::StringRef Text, llvm::StringRef Part) {
  if (Text.contains(Part))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << Part.str() << "' in:\n" << Text.str();
}

/// Returns the value. Throws if there is an error. GoogleTest then ends the test as failed.
template <typename T> T good(llvm::Expected<T> Result) {
  if (!Result)
    throw std::runtime_error(llvm::toString(Result.takeError()));
  return std::move(*Result);
}

template <typename T> std::string errorOf(llvm::Expected<T> Result) {
  return Result ? "" : llvm::toString(Result.takeError());
}

} // namespace test
using Strings = std::vector<std::string>;
} // namespace etprune

using namespace etprune;
using namespace etprune::test;
using namespace llvm;
