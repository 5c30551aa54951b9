// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests child processes, their confinement, temporary folders, and loops in several threads. Most
// child processes are forks of the test that run a function.

#include "Support/Process.h"
#include "Support/Confinement.h"
#include "Support/Parallel.h"
#include "Support/TemporaryFolder.h"
#include "UnitTest.h"
#include "llvm/Support/FormatVariadic.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <new>
#include <sys/statvfs.h>
#include <thread>
#include <unistd.h>

static ProcessResult forked(function_ref<int()> Work, const char *Folder = "",
                            const Strings &Set = {}) {
  return good(runFork(Work, "work", Folder, Set));
}

TEST(Process, ForkHasItsOwnFolderEnvironmentAndStreams) {
  ::setenv("ET_TEST_KEPT", "kept", 1);
  ::setenv("ET_TEST_CHANGED", "before", 1);
  int Here = 1;
  auto Result = forked(
      [&] {
        Here = 2;
        ::dprintf(STDOUT_FILENO, "%s %s\n", ::getenv("ET_TEST_KEPT"), ::getenv("ET_TEST_CHANGED"));
        char Folder[4096];
        ::dprintf(STDERR_FILENO, "%s\n", ::getcwd(Folder, sizeof(Folder)));
        return 7;
      },
      "/usr", {"ET_TEST_CHANGED=after"});
  EXPECT_EQ(Result.ExitCode, 7);
  EXPECT_EQ(Result.Stdout, "kept after\n");
  EXPECT_EQ(Result.Stderr, "/usr\n");
  EXPECT_EQ(Here, 1);
  EXPECT_STREQ(::getenv("ET_TEST_CHANGED"), "before");
}

TEST(Process, SignalsAndMissingFoldersGiveExitCodes) {
  auto Crash = forked([] { return ::kill(::getpid(), SIGKILL); });
  EXPECT_EQ(Crash.ExitCode, 128 + SIGKILL);
  EXPECT_EQ(Crash.Stderr, "'work' was ended by signal 9 (Killed)\n");
  auto NoFolder = forked([] { return 0; }, "/no/such/folder");
  EXPECT_EQ(NoFolder.ExitCode, 127);
  EXPECT_EQ(NoFolder.Stderr, "/no/such/folder: No such file or directory\n");
  // The fork resets the signal handlers of the program.
  struct sigaction Catch = {}, Before;
  Catch.sa_handler = [](int) {};
  ::sigaction(SIGTERM, &Catch, &Before);
  EXPECT_EQ(forked([] { return ::raise(SIGTERM); }).ExitCode, 128 + SIGTERM);
  ::sigaction(SIGTERM, &Before, nullptr);
}

static ProcessLimits wideLimits() { return linkLimits(0, /*Compiles=*/false); }

static ProcessResult runConfined(const ProcessLimits &Limits, function_ref<int()> Work,
                                 const FileAccess &Files = {}) {
  auto Confined = good(Confinement::create(Files, Limits));
  return good(runFork(Work, "work", "", {}, &Confined));
}

static testing::AssertionResult saysFirst(const ProcessResult &Result, const std::string &Message) {
  return Result.Stderr.find(Message) == 0 ? testing::AssertionSuccess()
                                          : testing::AssertionFailure() << Result.Stderr;
}

TEST(Confinement, TimeLimitEndsTheProcessGroup) {
  ProcessLimits Limits = wideLimits();
  Limits.Time = std::chrono::seconds(1);
  FileAccess Files;
  Files.StartsProcesses = true;
  auto Work = []() -> int {
    if (::fork() == 0)
      ::dprintf(STDOUT_FILENO, "helper\n");
    for (;;)
      ::pause();
  };
  auto Result = runConfined(Limits, Work, Files);
  EXPECT_EQ(Result.ExitCode, 128 + SIGKILL);
  EXPECT_EQ(Result.Stdout, "helper\n");
  EXPECT_TRUE(saysFirst(Result, "'work' was stopped: the process took longer than 1 s, the limit"));
}

TEST(Confinement, FileSizeLimitAppliesToOutput) {
  ProcessLimits Limits = wideLimits();
  Limits.FileSize = 4096;
  auto Result = runConfined(Limits, []() -> int {
    for (;;)
      ::dprintf(STDOUT_FILENO, "%1024d", 1);
  });
  EXPECT_EQ(Result.Stdout.size(), 4096U);
  EXPECT_TRUE(saysFirst(
      Result, "'work' was stopped: the process wrote a file of more than 4 KiB, the limit"));
}

TEST(Confinement, OutputIsCutOffAtTheLimit) {
  ProcessLimits Limits = wideLimits();
  // The sixth write of 1,000 bytes fails. The output counts as full, because less than a quarter of
  // the limit is left. The parent keeps only the first 4 KiB of a full output.
  Limits.Output = 5632;
  auto Result = runConfined(Limits, [] {
    int Written = 0;
    while (::dprintf(STDOUT_FILENO, "%1000d", 1) == 1000)
      ++Written;
    ::dprintf(STDERR_FILENO, "%d %d\n", Written, errno);
    return 0;
  });
  EXPECT_EQ(Result.ExitCode, 1);
  EXPECT_EQ(Result.Stdout.size(), 4096U);
  EXPECT_TRUE(saysFirst(
      Result,
      formatv("5 {0}\n'work' was stopped: the process printed more than 5 KiB", EPERM).str()));
}

TEST(Confinement, ForksAreDeniedAndThreadsAreAllowed) {
  auto Result = runConfined(wideLimits(), [] {
    const pid_t Child = ::fork();
    if (Child == 0)
      ::_exit(0);
    ::dprintf(STDOUT_FILENO, "%d", Child < 0 ? errno : 0);
    std::thread([] { ::dprintf(STDOUT_FILENO, " thread"); }).join();
    return 0;
  });
  EXPECT_EQ(Result.Stdout, formatv("{0} thread", EPERM).str());
}

TEST(Confinement, OnlyFewVariablesAreInherited) {
  ::setenv("ET_TEST_SECRET", "secret", 1);
  // The child's memory has a copy of the variable's text. The text must be erased, too.
  const char *Before = ::getenv("ET_TEST_SECRET");
  auto Result = runConfined(wideLimits(), [&] {
    ::dprintf(STDOUT_FILENO, "%d%s %d", ::getenv("ET_TEST_SECRET") != nullptr, Before,
              ::getenv("PATH") != nullptr);
    return 0;
  });
  EXPECT_EQ(Result.Stdout, "0 1");
  EXPECT_STREQ(::getenv("ET_TEST_SECRET"), "secret");
}

TEST(Confinement, LimitsGrowWithTheLink) {
  constexpr uint64_t Gib = uint64_t(1) << 30;
  const ProcessLimits Small = linkLimits(0, false), Large = linkLimits(Gib, false),
                      Compiled = linkLimits(Gib, true);
  EXPECT_EQ(Small.FileSize, Gib);
  EXPECT_GE(Large.FileSize, 10 * Gib);
  EXPECT_GE(Large.Memory, 10 * Gib);
  EXPECT_GE(Large.Cpu, std::chrono::hours(1));
  EXPECT_GT(Compiled.Cpu, Large.Cpu);
  EXPECT_GT(Compiled.Memory, Large.Memory);
  EXPECT_GT(Large.Time, Large.Cpu);
}

TEST(Confinement, OnlyListedFilesCanBeOpened) {
  if (landlockVersion() == 0)
    GTEST_SKIP() << "this kernel has no Landlock";
  auto Try = [](const char *Path, int Flags) {
    const int Descriptor = ::open(Path, Flags);
    return Descriptor < 0 ? errno : 0;
  };
  auto Work = [&] {
    ::dprintf(STDOUT_FILENO, "%d %d %d %d", Try("/usr/lib", O_RDONLY | O_DIRECTORY),
              Try("/dev/null", O_RDWR), Try("/etc/passwd", O_RDONLY), Try("/dev/zero", O_RDONLY));
    return 0;
  };
  auto Result =
      runConfined(wideLimits(), Work, {{"/usr/lib", "/no/such/folder"}, {}, {"/dev/null"}});
  EXPECT_EQ(Result.Stdout, formatv("0 0 {0} {0}", EACCES).str());
}

TEST(Confinement, RunProcessConfinesPrograms) {
  auto Confined = good(Confinement::create({{}, {"/usr", "/lib", "/lib64"}, {}}, wideLimits()));
  auto Result = good(runProcess("/bin/sh", {"-c", "ulimit -c; read x || echo none; cd /usr; pwd"},
                                "", {}, &Confined));
  EXPECT_EQ(Result.Stdout, "0\nnone\n/usr\n") << Result.Stderr;
  EXPECT_EQ(errorOf(runProcess("/no/such/program", {}, "", {}, &Confined)),
            "cannot run '/no/such/program': No such file or directory");
}

TEST(Process, ReplaceAllReplacesEachOccurrence) {
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

TEST(TemporaryFolder, IsInMemoryIfMemoryHasRoom) {
  struct statvfs Status = {};
  const bool HasRoom = ::statvfs("/dev/shm", &Status) == 0 &&
                       uint64_t(Status.f_bavail) * Status.f_bsize >= uint64_t(260) << 20;
  auto Result = forked([] { // in a fork, because the test changes the environment
    for (const char *Name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
      ::unsetenv(Name);
    const std::string Small = temporaryFolderInMemory(1 << 20),
                      Large = temporaryFolderInMemory(uint64_t(1) << 40);
    ::setenv("TEMP", "/tmp", 1);
    ::dprintf(STDOUT_FILENO, "%s,%s,%s", Small.c_str(), Large.c_str(),
              temporaryFolderInMemory(1).c_str());
    return 0;
  });
  // A folder for 1 MiB needs 260 MiB free in /dev/shm. Docker gives a container only 64 MiB.
  EXPECT_EQ(Result.Stdout, HasRoom ? "/dev/shm,," : ",,");
}

TEST(TemporaryFolder, IsRemovedWithItsContents) {
  auto Folder = good(TemporaryFolder::create("et-test"));
  auto Other = good(TemporaryFolder::create("et-test"));
  auto Write = [](const std::string &Path) { std::ofstream(Path) << "text"; };
  const std::string Path = Folder.path();
  std::string Deep = Path;
  for (int Depth = 0; Depth < 300; ++Depth) {
    Deep += "/folder";
    std::filesystem::create_directory(Deep);
    Write(Deep + "/file");
  }
  for (int I = 0; I < 50; ++I) {
    Write(Path + "/file" + std::to_string(I));
    std::filesystem::create_directory(Path + "/empty" + std::to_string(I));
  }
  // The targets of symbolic links stay.
  Write(Other.path() + "/file");
  std::filesystem::create_directory_symlink(Other.path(), Path + "/link");
  std::filesystem::create_symlink("nowhere", Deep + "/link");
  Folder.remove();
  EXPECT_FALSE(std::filesystem::exists(Path));
  EXPECT_TRUE(std::filesystem::exists(Other.path() + "/file"));
  Folder.remove(); // a second removal does nothing
}

TEST(Parallel, CallsEachNumberOnce) {
  for (size_t Count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> Calls(Count);
    parallelFor(Count, [&](size_t I) { ++Calls[I]; });
    for (const auto &Number : Calls)
      EXPECT_EQ(Number, 1);
  }
}

TEST(Parallel, ErrorsAreInTheOrderOfTheNumbers) {
  Error E = parallelForErrors(100, [](size_t I) -> Error {
    if (I % 30 == 7)
      return createStringError("number " + Twine(I));
    return Error::success();
  });
  EXPECT_EQ(toString(std::move(E)), "number 7\nnumber 37\nnumber 67\nnumber 97");
  EXPECT_FALSE(bool(parallelForErrors(100, [](size_t) { return Error::success(); })));
}

TEST(Parallel, ExceptionsReachTheCaller) {
  std::atomic<size_t> Done = 0;
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
