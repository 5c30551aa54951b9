// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/TemporaryFolder.h"
#include "UnitTest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/statvfs.h>

namespace {

/// Without the variables that name a folder, which it puts back.
class TemporaryFolderInMemory : public testing::Test {
protected:
  TemporaryFolderInMemory() {
    for (const char *Name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
      if (const char *Value = std::getenv(Name)) {
        Before.emplace_back(Name, Value);
        ::unsetenv(Name);
      }
  }
  ~TemporaryFolderInMemory() override {
    ::unsetenv("TEMP");
    for (const auto &[Name, Value] : Before)
      ::setenv(Name.c_str(), Value.c_str(), 1);
  }

private:
  std::vector<std::pair<std::string, std::string>> Before;
};

TEST_F(TemporaryFolderInMemory, IsWhereThereIsRoom) {
  struct statvfs Status = {};
  const bool HasRoom = ::statvfs("/dev/shm", &Status) == 0 &&
                       uint64_t(Status.f_bavail) * Status.f_bsize >= uint64_t(1) << 30;
  // A container's has 64 MiB.
  EXPECT_EQ(temporaryFolderInMemory(1 << 20), HasRoom ? "/dev/shm" : "");
}

TEST_F(TemporaryFolderInMemory, IsNotForLargeFiles) {
  EXPECT_EQ(temporaryFolderInMemory(uint64_t(1) << 40), "");
}

TEST_F(TemporaryFolderInMemory, IsNotWhereAFolderIsNamed) {
  ::setenv("TEMP", "/tmp", 1);
  EXPECT_EQ(temporaryFolderInMemory(1), "");
}

TEST(TemporaryFolder, IsRemovedWithAllInIt) {
  auto Folder = TemporaryFolder::create("et-test");
  ASSERT_TRUE(bool(Folder)) << toString(Folder.takeError());
  auto Other = TemporaryFolder::create("et-test");
  ASSERT_TRUE(bool(Other)) << toString(Other.takeError());
  auto Write = [](const std::string &Path) { std::ofstream(Path) << "text"; };
  std::string Deep = Folder->path();
  for (int Depth = 0; Depth < 300; ++Depth) {
    Deep += "/folder";
    std::filesystem::create_directory(Deep);
    Write(Deep + "/file");
  }
  for (int I = 0; I < 50; ++I) {
    Write(Folder->path() + "/file" + std::to_string(I));
    std::filesystem::create_directory(Folder->path() + "/empty" + std::to_string(I));
  }
  // What links lead to stays.
  Write(Other->path() + "/file");
  std::filesystem::create_directory_symlink(Other->path(), Folder->path() + "/link");
  std::filesystem::create_symlink("nowhere", Deep + "/link");
  const std::string Path = Folder->path();
  Folder->remove();
  EXPECT_FALSE(std::filesystem::exists(Path));
  EXPECT_TRUE(std::filesystem::exists(Other->path() + "/file"));
  Folder->remove(); // again
}

} // namespace
