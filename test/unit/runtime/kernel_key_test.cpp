// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of kernel keys, one by one; which kernel then serves a call is tested with the
// registry.

#include "et/kernel_key.h"

#include "../common/key_cases.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

using namespace et;

namespace {

bool matches(const std::string &key, const std::string &call) {
  KernelKeyMatcher matcher(key.data(), key.size());
  return feed_kernel_key(matcher, call.data(), call.size()) && matcher.matches();
}

TEST(KernelKey, Validity) {
  for (const char *key : key_cases::kValidKeys)
    EXPECT_TRUE(is_valid_kernel_key(key, strlen(key))) << key;
  for (const char *key : key_cases::kMalformedKeys)
    EXPECT_FALSE(is_valid_kernel_key(key, strlen(key))) << key;
}

TEST(KernelKey, NulInsideIsMalformed) {
  EXPECT_FALSE(is_valid_kernel_key("v1/6;\0", 6));
  EXPECT_FALSE(is_valid_kernel_key("v1/6;\0|6;", 9));
}

TEST(KernelKey, EveryPrefixIsReadToItsEndOnly) {
  // The copies end where the prefix does: a sanitizer sees a step too far.
  const std::string key = "v1/6;0,2,3,1|11;|*";
  for (size_t length = 0; length <= key.size(); ++length) {
    const std::unique_ptr<char[]> copy(new char[length]);
    memcpy(copy.get(), key.data(), length);
    is_valid_kernel_key(copy.get(), length);
    KernelKeyMatcher matcher(copy.get(), length);
    feed_kernel_key(matcher, key.data(), key.size());
    EXPECT_EQ(matcher.matches(), length == key.size()) << length;
  }
}

TEST(KernelKey, ReaderGivesTheEntries) {
  KernelKeyReader reader("v1/6;0,2,3,1|29;|*");
  KernelKeyEntry entry;
  ASSERT_TRUE(reader.next(entry));
  EXPECT_EQ(entry.dtype, 6);
  ASSERT_EQ(entry.dim, 4);
  EXPECT_EQ(entry.dim_order[1], 2);
  EXPECT_FALSE(entry.is_rest);
  ASSERT_TRUE(reader.next(entry));
  EXPECT_EQ(entry.dtype, 29);
  EXPECT_EQ(entry.dim, 0);
  ASSERT_TRUE(reader.next(entry));
  EXPECT_TRUE(entry.is_rest);
  EXPECT_EQ(entry.dtype, 29);
  EXPECT_FALSE(reader.next(entry));
  EXPECT_FALSE(reader.next(entry));
  EXPECT_FALSE(reader.malformed());
}

TEST(KernelKey, MalformedKeysMatchNothing) {
  for (const char *key : key_cases::kMalformedKeys) {
    for (const char *call : {"v1/", "v1/6;", "v1/6;|6;", "v1/6;0|6;0|6;0", "v1/6;0,1|6;0,1"})
      EXPECT_FALSE(matches(key, call)) << key << " for " << call;
    KernelKeyMatcher itself(key, strlen(key));
    EXPECT_FALSE(feed_kernel_key(itself, key, strlen(key)) && itself.matches()) << key;
  }
}

// A wanted key that ends in "*" stands for calls of any length; a kernel must cover all of them.
TEST(KernelKey, WantedRest) {
  EXPECT_TRUE(matches("v1/6;|*", "v1/6;|*"));
  EXPECT_TRUE(matches("v1/6;|*", "v1/6;|6;|*"));
  EXPECT_TRUE(matches("v1/6;|*", "v1/6;0,1|*"));
  EXPECT_FALSE(matches("v1/6;|6;|*", "v1/6;|*"));
  EXPECT_FALSE(matches("v1/6;|6;", "v1/6;|*"));
  EXPECT_FALSE(matches("v1/6;", "v1/6;|*"));
  EXPECT_FALSE(matches("v1/3;|*", "v1/6;|*"));
}

TEST(KernelKey, NoTensorsAtAll) {
  EXPECT_TRUE(matches("v1/", "v1/"));
  EXPECT_TRUE(matches("v1/", "v1/6;"));
  EXPECT_FALSE(matches("v1/", "v1/6;|6;"));
  EXPECT_FALSE(matches("v1/6;", "v1/"));
}

} // namespace
