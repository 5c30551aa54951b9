// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a long run is, on stderr: on a terminal a line that is written over, elsewhere, when it
// is asked for, a line every few seconds.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <cstdint>

namespace etprune {

class Progress {
public:
  explicit Progress(bool IsAsked);
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;

  /// To be called often; says something once in a while, and not in the first second.
  void tell(uint64_t Run, uint64_t Runs, llvm::StringRef Method, size_t Instruction,
            const char *Operator);
  /// Takes the line back, before something else is printed.
  void clear();

private:
  using Clock = std::chrono::steady_clock;

  bool IsTerminal, IsWanted;
  bool IsShown = false;
  Clock::time_point Start, Next;
};

} // namespace etprune
