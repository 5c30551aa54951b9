// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method of a model with all the memory it wants.
//
// A test case's floating-point outputs may differ by 1e-6 and a ten-thousandth: another library
// adds up in another order.
//
// Methods run step by step, so that the profile has the time of each instruction.

#pragma once

#include "DataFiles.h"
#include "InputFiles.h"
#include "Memory.h"
#include "Options.h"
#include "Profile.h"

#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <vector>

namespace etprune {

class MethodRun {
public:
  static llvm::Expected<std::unique_ptr<MethodRun>>
  load(const ModelFile &Model, llvm::StringRef Name, const Options &Opts, const DataFiles &Data);
  ~MethodRun();

  /// Makes the input tensors: of files, in the order of the tensors, and then as the options say.
  /// Other inputs are fixed by the model.
  llvm::Error makeInputs(llvm::ArrayRef<InputFile> Files);
  /// Sets them and runs the method. `Costs` gets the cost of each instruction, if the options want
  /// a profile.
  llvm::Error execute(Profile &Costs);
  /// How many test cases the model has for the method.
  llvm::Expected<size_t> testCases() const;
  /// Runs a test case. An output that is not as expected is an error, too.
  llvm::Error runTest(size_t Index, Profile &Costs);

  /// "input 0: Float [2, 3], ramp" for each.
  void printInputs(llvm::raw_ostream &OS) const;
  void printOutputs(llvm::raw_ostream &OS) const;
  void printMemory(llvm::raw_ostream &OS) const;

private:
  struct Input {
    size_t Index = 0;
    std::string Origin;
    std::vector<et::SizesType> Sizes;
    std::vector<et::StridesType> Strides;
    et::TensorImpl Impl;
    Block Memory;   ///< the elements that the method gets and may change
    Block Contents; ///< the elements before each run
  };

  MethodRun(const ModelFile &Model, const Options &Opts, llvm::StringRef Name)
      : Model(Model), Opts(Opts), Name(Name),
        What((Model.path() + ": method '" + Name + "'").str()) {}
  llvm::Error allocate(Block &Into, size_t Size, const llvm::Twine &WhatFor);
  llvm::Error load(const DataFiles &Data);
  llvm::Error takeShape(Input &Input, et::Tensor Own, const std::vector<et::SizesType> &Sizes);
  llvm::Error makeInput(size_t Index, size_t Number, llvm::ArrayRef<InputFile> Files);
  llvm::Error giveOutputsMemory();
  llvm::Error runInstructions(Profile &Costs);

  const ModelFile &Model;
  const Options &Opts;
  std::string Name;
  std::string What; ///< for messages: the model and the method
  et::MethodMeta Meta;
  et::Method Method;
  bool IsLoaded = false;
  Block RuntimeMemory, Scratch, Unbound;
  std::vector<Block> Planned, Outputs;
  std::vector<et::Span<uint8_t>> PlannedSpans;
  std::vector<std::unique_ptr<Input>> Inputs;
  std::mt19937_64 Numbers{0};
};

} // namespace etprune
