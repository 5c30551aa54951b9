// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes changes that the format of an input allows, because readers would refuse most random
// changes at once. In a bundle or archive, the mutator changes one member, then corrects hashes and
// sizes. In an ELF file, the mutator changes a field of a header or a number in a section.
// ProgramMutations.cpp changes programs.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <random>
#include <string>

namespace etprune::fuzz {

class Mutator {
public:
  Mutator(unsigned Seed, size_t MaxSize) : Random(Seed), MaxSize(MaxSize) {}

  /// Changes an input of the fuzz target named `Target`. `Bytes` then has at most MaxSize bytes.
  void mutate(llvm::StringRef Target, std::string &Bytes);

private:
  // A mutation that returns bool returns false if `Bytes` does not have the mutation's format.
  void mutateBytes(std::string &Bytes, size_t Limit);
  bool mutateElf(std::string &Bytes);
  bool mutateArchive(std::string &Bytes);
  bool mutateBundle(std::string &Bytes);
  bool mutateProgram(std::string &Bytes);
  void mutateMember(std::string &Bytes, size_t Limit);
  void mutateManifest(std::string &Text, size_t Limit);
  void mutateJson(llvm::json::Value &Value);

  /// Returns a random number less than `Count`. `Count` must be at least 1.
  size_t below(size_t Count) { return Random() % Count; }
  bool oneIn(size_t Count) { return below(Count) == 0; }

  std::mt19937 Random;
  size_t MaxSize;
};

} // namespace etprune::fuzz
