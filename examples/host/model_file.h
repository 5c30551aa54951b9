// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model as it comes from ExecuTorch: a .pte file, or a .bpte file, which bundles one with inputs
// to test it and the outputs they must give.

#pragma once

#include <deque>
#include <string>
#include <vector>

#include "et/evalue.h"
#include "et/program.h"
#include "files.h"

struct TestCase {
  std::vector<et::EValue> inputs;
  std::vector<et::EValue> expected_outputs;
};

class ModelFile {
public:
  /// False, and a message, when the file cannot be read or is no model.
  bool open(const std::string &path);

  const std::string &path() const { return path_; }
  const et::Program &program() const { return program_; }
  /// Whether it brings test cases.
  bool is_bundle() const { return bundle_ != nullptr; }
  /// The test cases of a method. False, and a message, when they contradict themselves. The values
  /// are good while the file is.
  bool read_test_cases(const std::string &method, std::vector<TestCase> &cases);

private:
  /// What a tensor's value in a test case points at.
  struct TestTensor {
    et::TensorImpl impl;
    std::vector<et::StridesType> strides;
  };

  et::Result<et::Program> load();
  template <typename Values>
  bool read_values(const Values *values, std::vector<et::EValue> &result);

  std::string path_;
  Block file_;
  et::Program program_;
  const void *bundle_ = nullptr; ///< the FlatBuffer's root
  std::deque<TestTensor> test_tensors_;
};
