// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects what is wrong with an input, so that a reader can go on and report all of it at once.
// The number of reports is bounded: a damaged file must not answer with a million lines.

#ifndef ETPRUNE_SELECTION_PROBLEMS_H
#define ETPRUNE_SELECTION_PROBLEMS_H

#include "Support/Counted.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

class Problems {
public:
  void add(const llvm::Twine &Message) {
    if (++Count <= MaxReported)
      Messages.push_back(Message.str());
  }

  /// Takes the message of an error that has no place in it and puts the place before it.
  void add(const llvm::Twine &Place, llvm::Error E) {
    add(Place + ": " + llvm::toString(std::move(E)));
  }

  bool empty() const { return Count == 0; }

  /// All problems as one error; success if there was none. Path is only used to say how many more
  /// there were.
  llvm::Error take(llvm::StringRef Path) {
    llvm::Error All = llvm::Error::success();
    if (Count > MaxReported)
      Messages.push_back((Path + ": " + counted(Count - MaxReported, "more problem")).str());
    for (const std::string &Message : Messages)
      All = llvm::joinErrors(std::move(All), llvm::make_error<llvm::StringError>(
                                                 Message, llvm::inconvertibleErrorCode()));
    Messages.clear();
    Count = 0;
    return All;
  }

private:
  static constexpr size_t MaxReported = 50;
  std::vector<std::string> Messages;
  size_t Count = 0;
};

} // namespace etprune

#endif // ETPRUNE_SELECTION_PROBLEMS_H
