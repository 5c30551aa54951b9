// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Support/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <sys/statvfs.h>
#include <vector>

using namespace etprune;

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

} // namespace
