// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/Parallel.h"
#include "UnitTest.h"

#include <atomic>
#include <new>

namespace {

TEST(Parallel, EachNumberOnce) {
  for (size_t Count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> Calls(Count);
    parallelFor(Count, [&](size_t I) { ++Calls[I]; });
    for (const auto &Number : Calls)
      EXPECT_EQ(Number, 1);
  }
}

TEST(Parallel, ErrorsHaveTheOrderOfNumbers) {
  Error E = parallelForErrors(100, [](size_t I) -> Error {
    if (I % 30 == 7)
      return createStringError("number " + Twine(I));
    return Error::success();
  });
  EXPECT_EQ(toString(std::move(E)), "number 7\nnumber 37\nnumber 67\nnumber 97");
  EXPECT_FALSE(bool(parallelForErrors(100, [](size_t) { return Error::success(); })));
}

TEST(Parallel, ExceptionsAreTheCallers) {
  std::atomic<size_t> Done = 0;
  // Of every thread, where there are several.
  EXPECT_THROW(parallelFor(1000,
                           [&](size_t) {
                             ++Done;
                             throw std::bad_alloc();
                           }),
               std::bad_alloc);
  EXPECT_GE(Done, 1U);
  auto Failing = beside([]() -> int { throw std::bad_alloc(); });
  EXPECT_THROW(Failing.get(), std::bad_alloc);
}

} // namespace
