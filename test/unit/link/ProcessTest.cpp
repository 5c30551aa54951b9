// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function in a fork is to this process what another program is.

#include "Link/Process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace etprune;
using namespace llvm;

namespace {

TEST(Process, ForkHasFolderEnvironmentAndStreamsOfItsOwn) {
  ::setenv("ET_TEST_KEPT", "kept", 1);
  ::setenv("ET_TEST_CHANGED", "before", 1);
  int Here = 1;
  auto Result = runFork(
      [&] {
        Here = 2;
        ::dprintf(STDOUT_FILENO, "%s %s\n", ::getenv("ET_TEST_KEPT"), ::getenv("ET_TEST_CHANGED"));
        char Folder[4096];
        ::dprintf(STDERR_FILENO, "%s\n", ::getcwd(Folder, sizeof(Folder)));
        return 7;
      },
      "work", "/usr", {"ET_TEST_CHANGED=after"});
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->ExitCode, 7);
  EXPECT_EQ(Result->Stdout, "kept after\n");
  EXPECT_EQ(Result->Stderr, "/usr\n");
  EXPECT_EQ(Here, 1);
  EXPECT_STREQ(::getenv("ET_TEST_CHANGED"), "before");
}

TEST(Process, ForkThatCrashesIsAResult) {
  auto Result = runFork(
      []() -> int {
        ::kill(::getpid(), SIGKILL);
        return 0;
      },
      "work", "", {});
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->ExitCode, 128 + SIGKILL);
  EXPECT_EQ(Result->Stderr, "'work' was ended by signal 9 (Killed)\n");
}

TEST(Process, ForkWithoutItsFolderDoesNothing) {
  auto Result = runFork([] { return 0; }, "work", "/no/such/folder", {});
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->ExitCode, 127);
  EXPECT_EQ(Result->Stderr, "/no/such/folder: No such file or directory\n");
}

TEST(Process, ForkEndsBySignalsAsAProgramDoes) {
  struct sigaction Catch = {}, Before;
  Catch.sa_handler = [](int) {};
  ::sigaction(SIGTERM, &Catch, &Before);
  auto Result = runFork(
      []() -> int {
        ::raise(SIGTERM);
        return 0;
      },
      "work", "", {});
  ::sigaction(SIGTERM, &Before, nullptr);
  ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
  EXPECT_EQ(Result->ExitCode, 128 + SIGTERM);
}

TEST(Process, ReplacesWhatStartsAlike) {
  auto Replace = [](StringRef &Rest) -> StringRef {
    if (Rest.consume_front("/stage/table.o"))
      return "table.o";
    Rest.consume_front("/stage");
    return "";
  };
  EXPECT_EQ(replaceAll("/stage/table.o(/stage/a.o) /stag /stage/stage", "/stage", Replace),
            "table.o(/a.o) /stag ");
  EXPECT_EQ(replaceAll("", "/stage", Replace), "");
}

} // namespace
