// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model as it comes from ExecuTorch: a .pte file, or a .bpte file, which bundles one with inputs
// to test it and the outputs they must give.

#pragma once

#include "et/evalue.h"
#include "et/program.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace etprune {

struct TestCase {
  std::vector<et::EValue> Inputs;
  std::vector<et::EValue> ExpectedOutputs;
};

class ModelFile {
public:
  static llvm::Expected<ModelFile> open(llvm::StringRef Path);

  llvm::StringRef path() const { return Path; }
  const et::Program &program() const { return Program; }
  /// Whether it brings test cases.
  bool isBundle() const { return Bundle != nullptr; }
  /// The test cases of a method, whose values are good while the file is. An error when they
  /// contradict themselves.
  llvm::Expected<std::vector<TestCase>> testCases(llvm::StringRef Method);

private:
  /// What a tensor's value in a test case points at.
  struct TestTensor {
    et::TensorImpl Impl;
    std::vector<et::StridesType> Strides;
  };

  et::Result<et::Program> load();
  template <typename Values>
  bool readValues(const Values *Sources, std::vector<et::EValue> &Result);

  std::string Path;
  std::unique_ptr<llvm::MemoryBuffer> File;
  et::Program Program;
  const void *Bundle = nullptr; ///< the FlatBuffer's root
  std::deque<TestTensor> Tensors;
};

} // namespace etprune
