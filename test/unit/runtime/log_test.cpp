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
  LogLine() << size_t(0) << " " << size_t(1234567890) << " " << SIZE_MAX;
  EXPECT_EQ(test::take_log(), "0 1234567890 18446744073709551615\n");
  log_message("%zu %s%zu%s", size_t(0), "", SIZE_MAX, "!");
  EXPECT_EQ(test::take_log(), "0 18446744073709551615!\n");
}

TEST(Log, LongMessagesAreCutAndSaySo) {
  test::take_log();
  LogLine() << std::string(255, 'x').c_str() << "y";
  EXPECT_EQ(test::take_log(), std::string(255, 'x') + "y\n");
  LogLine() << std::string(250, 'x').c_str() << size_t(123456789) << "more";
  EXPECT_EQ(test::take_log(), std::string(250, 'x') + "123...\n");
}

} // namespace
