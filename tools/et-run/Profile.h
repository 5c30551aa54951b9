// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a method's instructions: their time, and the bytes of their tensors.
//
// Costs are summed by operator and library, because several libraries may serve an operator's
// dtypes.
//
// A call's last argument repeats its outputs, so the outputs count as written and the other
// arguments as read. An output that is in the arguments twice before counts as both. A delegate's
// arguments count as read. Tensor sizes are those after the call.

#pragma once

#include "KernelLibraries.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace etprune {

struct Cost {
  std::string Name;
  std::string
      Library; ///< the kernel's library; "" if it is unknown or the instruction calls no kernel
  uint64_t Calls = 0;
  std::chrono::nanoseconds Time{0};
  uint64_t BytesRead = 0, BytesWritten = 0;

  /// Adds the numbers of another cost, but not its names.
  void add(const Cost &Other);
};

class Profile {
public:
  void startRun() { ++Runs; }
  void add(const et::InstructionInfo &Instruction, std::chrono::nanoseconds Time);

  /// Prints a table of the instructions and one of the operators, per run, the costliest first.
  void print(llvm::raw_ostream &OS, llvm::StringRef Method) const;
  llvm::json::Value json(llvm::StringRef Method) const;

private:
  std::vector<Cost> operators() const;

  std::optional<KernelLibraries> Libraries; ///< read at the first call
  uint64_t Runs = 0;
  std::map<size_t, Cost> Instructions; ///< by the instructions' numbers
};

} // namespace etprune
