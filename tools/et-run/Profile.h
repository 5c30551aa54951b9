// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a method's instructions: time, and the bytes of the tensors that are passed to them.
//
// Costs are summed by operator and by the library that serves it: a program may have an operator of
// several, by dtypes.
//
// The program repeats a call's outputs as its last argument, so that one is written and the others
// are read; an output that is an argument twice before is both. A delegate's arguments count as
// read. Sizes are those after the call.

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
  std::string Library; ///< that serves a kernel's call; "" where it is not known, and of others
  uint64_t Calls = 0;
  std::chrono::nanoseconds Time{0};
  uint64_t BytesRead = 0, BytesWritten = 0;

  /// Adds the cost of another one, but not its names.
  void add(const Cost &Other);
};

class Profile {
public:
  void startRun() { ++Runs; }
  void add(const et::InstructionInfo &Instruction, std::chrono::nanoseconds Time);

  /// A table of the instructions and one of the operators, the costliest first: per run.
  void print(llvm::raw_ostream &OS, llvm::StringRef Method) const;
  llvm::json::Value json(llvm::StringRef Method) const;

private:
  std::vector<Cost> operators() const;

  std::optional<KernelLibraries> Libraries; ///< once there is a call
  uint64_t Runs = 0;
  std::map<size_t, Cost> Instructions; ///< by their numbers
};

} // namespace etprune
