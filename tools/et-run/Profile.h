// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a method's instructions: their time, and the bytes of their tensors after the call.
//
// The outputs of a kernel call count as written, its other arguments and a delegate's as read.
// ExecuTorch lists an output as an argument and again as the last argument. An output that is in
// the list once more is also an input, so it also counts as read.

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
  std::string Library; ///< empty if it is unknown or the instruction calls no kernel
  uint64_t Calls = 0;
  std::chrono::nanoseconds Time{0};
  uint64_t BytesRead = 0, BytesWritten = 0;

  void addNumbers(const Cost &Other);
};

class Profile {
public:
  void startRun() { ++Runs; }
  void add(const et::InstructionInfo &Instruction, std::chrono::nanoseconds Time);

  /// Prints a table of the instructions, and one of the operators with the costliest first.
  void print(llvm::raw_ostream &OS, llvm::StringRef Method) const;
  llvm::json::Value json(llvm::StringRef Method) const;

private:
  /// Sums by operator and library, because several libraries may serve an operator's dtypes.
  std::vector<Cost> operators() const;

  /// The libraries of this program's kernels, by address.
  std::optional<llvm::DenseMap<uint64_t, std::string>> Libraries;
  uint64_t Runs = 0;
  std::map<size_t, Cost> Instructions; ///< by the instructions' numbers
};

} // namespace etprune
