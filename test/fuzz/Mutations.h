// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes inputs within their format, because readers would refuse most random changes at once. For
// a bundle or archive, changes one member and corrects hashes and sizes. For an ELF file, changes a
// field of a header or a number in a section. ProgramMutations.cpp changes programs.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <random>
#include <string>

namespace etprune::fuzz {

class Mutator {
public:
  Mutator(unsigned Seed, size_t MaxSize) : Random(Seed), MaxSize(MaxSize) {}

  /// Changes the input of a target once.
  void mutate(llvm::StringRef Target, std::string &Bytes);

private:
  void mutateBytes(std::string &Bytes, size_t Limit);
  bool mutateElf(std::string &Bytes);
  bool mutateArchive(std::string &Bytes);
  bool mutateBundle(std::string &Bytes);
  bool mutateProgram(std::string &Bytes);
  void mutateMember(std::string &Bytes, size_t Limit);
  void mutateManifest(std::string &Text, size_t Limit);
  void mutateJson(llvm::json::Value &Value);

  /// Returns a number in [0, Count), uniformly. Count is at least 1.
  size_t below(size_t Count) { return Random() % Count; }
  bool oneIn(size_t Count) { return below(Count) == 0; }

  std::mt19937 Random;
  size_t MaxSize;
};

} // namespace etprune::fuzz
