// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method of a model and all the memory it wants. This is what a program of your own does to run
// a model: allocate what the method's metadata tells, load, set the inputs, execute, look at the
// outputs.

#pragma once

#include <string>
#include <vector>

#include "elements.h"
#include "et/program.h"
#include "files.h"
#include "model_file.h"

// Functions return false when something failed, and have said what on stderr.

class MethodRun {
public:
  /// `scratch_size`: bytes that kernels may use while they run.
  bool load(const ModelFile &model, const std::string &name, size_t scratch_size);

  /// Gives each input tensor the contents of a file, in the order of the tensors, and those without
  /// one `rest`; prints what they are. Other inputs are fixed by the model.
  bool set_inputs(const std::vector<std::string> &files, Fill rest);
  bool execute();
  /// Of dimensions longer than `longest`, only the ends are printed.
  void print_outputs(size_t longest) const;

  /// Runs a test case and compares the outputs.
  bool run_test(const TestCase &test);

private:
  bool set_input(size_t index, et::Tensor tensor);
  bool give_outputs_memory();
  bool allocate(Block &block, size_t size, const std::string &what_for) const;

  std::string what_; ///< for messages: the model and the method
  et::MethodMeta meta_;
  et::Method method_;
  Block runtime_memory_, scratch_;
  std::vector<Block> planned_, inputs_, outputs_;
  std::vector<et::Span<uint8_t>> planned_spans_;
};
