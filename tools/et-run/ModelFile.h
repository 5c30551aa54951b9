// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model as it comes from ExecuTorch: a .pte file, or a .bpte file, which bundles one with inputs
// to test it and the outputs they must give.

#pragma once

#include "et/program.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace etprune {

class ModelFile {
public:
  static llvm::Expected<ModelFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  const et::Program &program() const { return Program; }
  /// Whether it brings test cases.
  bool isBundle() const { return IsBundle; }
  et::Span<const uint8_t> bytes() const;

private:
  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
  et::Program Program;
  bool IsBundle = false;
};

} // namespace etprune
