// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base of the linkers' readers of command lines: the words, and the arguments made of them.

#pragma once

#include "Link/Linkers/LinkerOptions.h"

#include "llvm/ADT/StringExtras.h"

namespace etprune {

class OptionReader {
public:
  explicit OptionReader(llvm::ArrayRef<std::string> Words) : Words(Words) {}
  virtual ~OptionReader() = default;
  std::vector<LinkArgument> run() {
    for (; At < Words.size(); ++At)
      if (!readWord(Words[At]))
        Result.push_back({nullptr, Words[At], /*IsKnown=*/false, At, 1});
    return std::move(Result);
  }

protected:
  /// Reads the word at `At`, and the next one if it is the value. False where the word is no known
  /// option.
  virtual bool readWord(llvm::StringRef Word) = 0;
  /// A form's letter, without the case that tells how many dashes there may be.
  static char letterOf(llvm::StringRef Form) { return llvm::toLower(Form[0]); }
  bool hasNext() const { return At + 1 < Words.size(); }
  void add(const LinkerOption *Option, std::optional<std::string> Value, size_t Count = 1) {
    Result.push_back({Option, std::move(Value), /*IsKnown=*/true, At, Count});
  }
  /// Adds the option with the next word as its value, if there is one.
  bool addWithNext(const LinkerOption *Option) {
    if (!hasNext())
      return false;
    add(Option, Words[At + 1], 2);
    ++At;
    return true;
  }

  llvm::ArrayRef<std::string> Words;
  size_t At = 0;
  std::vector<LinkArgument> Result;
};

} // namespace etprune
