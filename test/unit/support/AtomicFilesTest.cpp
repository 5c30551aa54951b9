// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces several files together. A failure changes no file.

#include "Support/AtomicFiles.h"

#include "TestFolder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned modeOf(const std::string &Path) {
  struct stat Status;
  return ::stat(Path.c_str(), &Status) == 0 ? Status.st_mode & 07777 : 0;
}

class AtomicFilesTest : public testing::TestWithParam<AtomicFiles::Durability> {
protected:
  /// Prepares to replace these files. commit() gives each file the content "new".
  std::unique_ptr<AtomicFiles> replacing(const Strings &Paths) {
    auto Files = std::make_unique<AtomicFiles>(GetParam());
    for (const std::string &Path : Paths)
      cantFail(Files->add(Path[0] == '/' ? Path : Folder.path(Path), "new"));
    return Files;
  }
  /// Checks that the folder has only the unchanged file "a", and no temporary file.
  void expectUnchanged() {
    EXPECT_EQ(Folder.read("a"), "old");
    EXPECT_EQ(Folder.list(), Strings{"a"});
  }
  TestFolder Folder;
};

TEST_P(AtomicFilesTest, NothingChangesBeforeCommit) {
  Folder.write("a", "old");
  auto Files = replacing({"a", "b"});
  EXPECT_EQ(Folder.read("a"), "old");
  EXPECT_EQ(Folder.read("b"), "no such file");
  Files.reset();
  expectUnchanged();
}

TEST_P(AtomicFilesTest, CommitReplacesAll) {
  Folder.write("a", "old");
  auto Files = replacing({"a"});
  cantFail(Files->add(Folder.path("b"), ""));
  cantFail(Files->commit());
  EXPECT_EQ(Folder.read("a"), "new");
  EXPECT_EQ(Folder.read("b"), "");
  EXPECT_EQ(Folder.list(), (Strings{"a", "b"}));
}

TEST_P(AtomicFilesTest, Permissions) {
  for (unsigned Mode : {0600, 0751, 0444}) {
    ::chmod(Folder.write("old", "x").c_str(), Mode);
    AtomicFiles Files(GetParam());
    cantFail(Files.add(Folder.path("old"), "y", /*Executable=*/true));
    cantFail(Files.commit());
    EXPECT_EQ(modeOf(Folder.path("old")), Mode);
    ::unlink(Folder.path("old").c_str());
  }
  mode_t Mask = ::umask(027);
  AtomicFiles Files(GetParam());
  cantFail(Files.add(Folder.path("program"), "x", /*Executable=*/true));
  cantFail(Files.add(Folder.path("text"), "x"));
  cantFail(Files.commit());
  ::umask(Mask);
  EXPECT_EQ(modeOf(Folder.path("program")), 0750u);
  EXPECT_EQ(modeOf(Folder.path("text")), 0640u);
}

TEST_P(AtomicFilesTest, CommitCallsItsArgumentBeforeTheFirstRename) {
  Folder.write("a", "old");
  auto Files = replacing({"a", "b"});
  EXPECT_EQ(toString(Files->commit([&] {
              EXPECT_EQ(Folder.read("a"), "old");
              return createStringError("no");
            })),
            "no");
  Files.reset();
  expectUnchanged();
}

TEST_P(AtomicFilesTest, DevicesAreWrittenBeforeTheFirstRename) {
  if (::access("/dev/full", W_OK))
    GTEST_SKIP() << "no /dev/full";
  Folder.write("a", "old");
  EXPECT_NE(toString(replacing({"a", "/dev/full"})->commit()), "");
  expectUnchanged();
}

TEST_P(AtomicFilesTest, RenamesAreUndone) {
  ::chmod(Folder.write("a", "old").c_str(), 0640);
  Folder.write("c", "old");
  auto Files = replacing({"a", "b", "c"});
  // commit() cannot rename a file to "c", because "c" is now a folder.
  ::unlink(Folder.path("c").c_str());
  ASSERT_EQ(::mkdir(Folder.path("c").c_str(), 0700), 0);
  EXPECT_EQ(toString(Files->commit()),
            "cannot write '" + Folder.path("c") + "': Is a directory\n>>> nothing was changed");
  Files.reset();
  EXPECT_EQ(Folder.read("a"), "old");
  EXPECT_EQ(modeOf(Folder.path("a")), 0640u);
  EXPECT_EQ(Folder.list(), (Strings{"a", "c"}));
}

TEST_P(AtomicFilesTest, NewFilesAreLocked) {
  auto IsLocked = [&] {
    const int Descriptor = ::open(Folder.path("a").c_str(), O_RDONLY);
    const bool Locked = ::flock(Descriptor, LOCK_EX | LOCK_NB) != 0;
    ::close(Descriptor);
    return Locked;
  };
  Folder.write("a", "old");
  auto Files = replacing({"a"});
  EXPECT_FALSE(IsLocked());
  cantFail(Files->commit());
  EXPECT_TRUE(IsLocked());
  Files.reset();
  EXPECT_FALSE(IsLocked());
}

INSTANTIATE_TEST_SUITE_P(, AtomicFilesTest,
                         testing::Values(AtomicFiles::Durable, AtomicFiles::LikeALinker),
                         [](const auto &Info) {
                           return Info.param == AtomicFiles::Durable ? "Durable" : "LikeALinker";
                         });
