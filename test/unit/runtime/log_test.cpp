// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages, composed without printf.

#include "log_line.h"

#include "test_program.h"

#include <gtest/gtest.h>

using namespace et;

namespace {

TEST(Log, Numbers) {
  test::take_log();
  LogLine() << uint64_t(0) << " " << 7u << " " << 1234567890u << " " << UINT64_MAX;
  EXPECT_EQ(test::take_log(), "0 7 1234567890 18446744073709551615\n");
}

TEST(Log, LongMessagesAreCutAndSaySo) {
  test::take_log();
  LogLine() << std::string(255, 'x').c_str() << Span<const char>("y", 1);
  EXPECT_EQ(test::take_log(), std::string(255, 'x') + "y\n");
  LogLine() << std::string(250, 'x').c_str() << 123456789u << "more";
  EXPECT_EQ(test::take_log(), std::string(250, 'x') + "123...\n");
}

} // namespace
