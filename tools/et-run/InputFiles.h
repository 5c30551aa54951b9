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

/// A whole file in memory, with the alignment that the runtime needs. An error names the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef Path);

/// Writes a whole file; "-" is stdout. An error names the file.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Contents);

/// A model as ExecuTorch writes it. It is a .pte file, or a .bpte file, which contains a .pte with
/// test inputs and their expected outputs.
class ModelFile {
public:
  static llvm::Expected<ModelFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  const et::Program &program() const { return Program; }
  /// The verified tables of the program.
  const et::schema::Program &tables() const { return *Tables; }
  bool isBundle() const { return IsBundle; }
  et::Span<const uint8_t> bytes() const;

private:
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
  et::Program Program;
  const et::schema::Program *Tables = nullptr;
  bool IsBundle = false;
};

/// A file with an input tensor's elements. The file has numbers if its name ends with .txt or .csv,
/// else the elements' bytes.
class InputFile {
public:
  static llvm::Expected<InputFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  /// Fills a tensor. An error names the file and the wrong part.
  llvm::Error fill(et::Tensor Tensor) const;

private:
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
};

} // namespace etprune
