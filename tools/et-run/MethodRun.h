// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocates the memory of a model's method, and runs the method. The method runs one instruction at
// a time, so that the profile has the time of each instruction.

#pragma once

#include "InputFiles.h"
#include "Options.h"
#include "Profile.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace etprune {

/// Zeroed memory for the runtime or for the elements of a tensor, aligned to MemoryAlignment.
class Block {
public:
  Block() = default;
  /// data() is null if there is not enough memory.
  explicit Block(size_t Size) : Size(Size) {
    // calloc does not write zeros to new pages, because the system has cleared these pages. So a
    // large block costs time and memory only for the pages that are used.
    if (Size <= SIZE_MAX - MemoryAlignment)
      Memory.reset(std::calloc(1, Size + MemoryAlignment));
    const auto Address = reinterpret_cast<uintptr_t>(Memory.get());
    if (Memory)
      Data = static_cast<uint8_t *>(Memory.get()) + (-Address & (MemoryAlignment - 1));
  }

  uint8_t *data() const { return Data; }
  size_t size() const { return Size; }
  et::Span<uint8_t> span() const { return {Data, Size}; }

  /// Fills the memory with a pattern, so that used() finds how far the runtime wrote.
  void mark() { std::memset(Data, Pattern, Size); }
  size_t used() const {
    size_t Used = Size;
    while (Used != 0 && Data[Used - 1] == Pattern)
      --Used;
    return Used;
  }

private:
  static constexpr uint8_t Pattern = 0xa5;
  struct Free {
    void operator()(void *Memory) const { std::free(Memory); }
  };
  std::unique_ptr<void, Free> Memory;
  uint8_t *Data = nullptr;
  size_t Size = 0;
};

class MethodRun {
public:
  static llvm::Expected<std::unique_ptr<MethodRun>>
  load(const ModelFile &Model, llvm::StringRef Name, const Options &Opts, const DataFiles &Data);
  ~MethodRun();

  /// Makes the input tensors. The first tensors get the elements of `Files`, one file each.
  /// Options::Rest says how the other tensors are filled.
  llvm::Error makeInputs(llvm::ArrayRef<InputFile> Files);
  /// Runs the method. `Costs` gets each instruction's cost if the options ask for a profile.
  llvm::Error execute(Profile &Costs);
  llvm::Expected<size_t> testCases() const;
  /// Runs a test case. Fails if the method fails or an output is wrong.
  llvm::Error runTest(size_t Index, Profile &Costs);

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
    Block Memory;   ///< the elements that the method reads and may change
    Block Contents; ///< the original elements; each run begins with a copy of them in Memory
  };

  MethodRun(const ModelFile &Model, const Options &Opts, llvm::StringRef Name)
      : Model(Model), Opts(Opts), Name(Name), What(Model.Path + ": method '" + this->Name + "'") {}
  llvm::Error allocate(Block &Into, size_t Size, const llvm::Twine &WhatFor) const;
  llvm::Error load(const DataFiles &Data);
  llvm::Error takeShape(Input &Input, et::Tensor Own, const std::vector<et::SizesType> &Sizes);
  /// `Index` counts all inputs of the method, and `Number` counts only its input tensors.
  llvm::Error makeInput(size_t Index, size_t Number, llvm::ArrayRef<InputFile> Files);
  llvm::Error giveOutputsMemory();
  llvm::Error runInstructions(Profile &Costs);

  const ModelFile &Model;
  const Options &Opts;
  std::string Name;
  std::string What; ///< the model and the method, for messages
  et::MethodMeta Meta;
  et::Method Method;
  bool IsLoaded = false;
  Block RuntimeMemory, Scratch, Unbound; ///< `Unbound` is for tensors of unbound shape
  std::vector<Block> Planned, Outputs;
  std::vector<et::Span<uint8_t>> PlannedSpans;
  std::vector<std::unique_ptr<Input>> Inputs;
  std::mt19937_64 Numbers{0};
};

} // namespace etprune
