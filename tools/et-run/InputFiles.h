// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input tensor's elements in a file. Its name says what is in it: .npy is NumPy's, .txt and .csv
// have numbers, any other file the elements' bytes.

#pragma once

#include "Npy.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace etprune {

/// A whole file in memory, aligned for everything that the runtime takes from one. An error names
/// the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef Path);

/// Writes a whole file; "-" is stdout. An error names the file.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

class InputFile {
public:
  static llvm::Expected<InputFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  /// The sizes, where the file tells them.
  const std::vector<et::SizesType> *sizes() const { return Npy ? &Npy->Sizes : nullptr; }
  /// Fills a tensor. An error names the file and what does not fit.
  llvm::Error fill(et::Tensor Tensor) const;

private:
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
  std::optional<NpyArray> Npy; ///< points into File
};

} // namespace etprune
