// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-run's command line as a plain structure.

#pragma once

#include "Elements.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>
#include <vector>

namespace etprune {

struct Options {
  std::string Model;
  std::string Method; ///< empty: all methods

  std::vector<std::string> InputFiles;
  std::vector<std::vector<et::SizesType>> Shapes;
  Fill Rest = Fill::Ramp; ///< for input tensors without a file
  /// Key and file; the key is empty for a .ptd file.
  std::vector<std::pair<std::string, std::string>> Data;

  uint64_t Repeat = 1;
  size_t ScratchSize = size_t(1) << 20; ///< in bytes
  size_t UnboundSize = size_t(1) << 24; ///< in bytes
  /// The allowed differences of a test case's outputs. The expected outputs come from other
  /// kernels, which may add numbers in another order and therefore round differently.
  double RelativeTolerance = 1e-4, AbsoluteTolerance = 1e-6;

  size_t Longest = 8; ///< elementsText() abbreviates longer dimensions
  bool Profile = false;
  std::string ProfileJson;
  bool Memory = false;

  bool Help = false;
  bool Version = false;
};

/// Reads the command line without argv[0]. All problems are reported together.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune
