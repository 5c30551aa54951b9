// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a method's instructions: their time, and the bytes of their tensors. A tensor counts
// with its size after the call, because a kernel may resize its outputs.
//
// In a kernel call, the outputs count as written, and the other arguments count as read. All
// arguments of a delegate call count as read, because the program does not say which are outputs.
// ExecuTorch passes an output of a kernel twice: as an argument, and again as the last argument. An
// output that is passed three times is also an input, and counts as read, too.

#pragma once

#include "et/method.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace etprune {

struct Cost {
  std::string Name;
  std::string Library; ///< the kernel's; empty if et-run is stripped, or without a kernel
  uint64_t Calls = 0;
  std::chrono::nanoseconds Time{0};
  uint64_t BytesRead = 0, BytesWritten = 0;

  void addNumbers(const Cost &Other);
};

class Profile {
public:
  void startRun() { ++Runs; }
  void add(const et::InstructionInfo &Instruction, std::chrono::nanoseconds Time);

  /// Prints a table of the instructions and a table of the operators, the costliest operator first.
  void print(llvm::raw_ostream &OS, llvm::StringRef Method) const;
  llvm::json::Value json(llvm::StringRef Method) const;

private:
  /// Returns the sums for each operator and library, the costliest first. An operator may have
  /// several libraries, because each library may serve other dtypes.
  std::vector<Cost> operators() const;

  /// The kernel library of each kernel in the executable et-run, by the address of the kernel's
  /// function. The first call of add() fills the map.
  std::optional<llvm::DenseMap<uint64_t, std::string>> Libraries;
  uint64_t Runs = 0;
  std::map<size_t, Cost> Instructions; ///< by the instructions' numbers
};

} // namespace etprune
