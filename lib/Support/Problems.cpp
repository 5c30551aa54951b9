// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Problems.h"

#include "Support/Numbers.h"

#include <utility>

using namespace llvm;

namespace etprune {

static constexpr size_t MaxReportedOfFile = 50;

void Problems::add(Error E) {
  if (!E)
    return;
  if (++Count > MaxReportedOfFile && !Path.empty())
    consumeError(std::move(E));
  else
    Errors = joinErrors(std::move(Errors), std::move(E));
}

void Problems::add(const Twine &Message) { add(createStringError(Message)); }

void Problems::add(const Twine &Location, Error E) {
  add(Location + ": " + toString(std::move(E)));
}

Error Problems::take() {
  if (Count > MaxReportedOfFile && !Path.empty())
    Errors = joinErrors(
        std::move(Errors),
        createStringError(Path + ": " + counted(Count - MaxReportedOfFile, "more problem")));
  Count = 0;
  return std::exchange(Errors, Error::success());
}

} // namespace etprune
