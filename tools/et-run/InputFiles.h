// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that a run reads: a model, and the elements of its input tensors.

#pragma once

#include "et/program.h"
#include "et/tensor.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace etprune {

/// A whole file in memory, aligned for everything that the runtime takes from one. An error names
/// the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef Path);

/// Writes a whole file; "-" is stdout. An error names the file.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

/// A model as it comes from ExecuTorch: a .pte file, or a .bpte file, which bundles one with inputs
/// to test it and the outputs they must give.
class ModelFile {
public:
  static llvm::Expected<ModelFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  const et::Program &program() const { return Program; }
  /// The program's tables, verified.
  const et::schema::Program &tables() const { return *Tables; }
  /// Whether it brings test cases.
  bool isBundle() const { return IsBundle; }
  et::Span<const uint8_t> bytes() const;

private:
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
  et::Program Program;
  const et::schema::Program *Tables = nullptr;
  bool IsBundle = false;
};

/// An input tensor's elements in a file: numbers where the name ends with .txt or .csv, else the
/// elements' bytes.
class InputFile {
public:
  static llvm::Expected<InputFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  /// Fills a tensor. An error names the file and what does not fit.
  llvm::Error fill(et::Tensor Tensor) const;

private:
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
};

} // namespace etprune
