// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files: what linkers write is read, and what is written reads back.

#include "Link/DependencyFile.h"
#include "UnitTest.h"

namespace {

using Names = std::vector<std::string>;

TEST(DependencyFile, AsGnuLdWritesIt) {
  EXPECT_EQ(parseDependencyFile("app.elf: \\\n  main.o \\\n  lib/libk.a \\\n  /usr/lib/libc.a\n"
                                "\nmain.o:\n\nlib/libk.a:\n\n/usr/lib/libc.a:\n"),
            (Names{"main.o", "lib/libk.a", "/usr/lib/libc.a"}));
}

TEST(DependencyFile, WithoutBreaksAndWithoutLineEnd) {
  EXPECT_EQ(parseDependencyFile("a: b\tc"), (Names{"b", "c"}));
  EXPECT_EQ(parseDependencyFile("a:\nb: c\n"), Names{"c"});
  EXPECT_EQ(parseDependencyFile(""), Names{});
  EXPECT_EQ(parseDependencyFile("\\"), Names{});
  EXPECT_EQ(parseDependencyFile("a: b\\"), Names{"b"}); // as before a line break
}

TEST(DependencyFile, RoundTrip) {
  Names Odd{"plain.o",     "two words.o", "with#hash", "with$dollar", "$$",
            "back\\slash", "c:/drive.o",  "C:",        "tab",         "\xc3\xa4.o"};
  EXPECT_EQ(parseDependencyFile(formatDependencyFile("the target: #1", Odd)), Odd);
  EXPECT_EQ(formatDependencyFile("a b", {"c d"}), "a\\ b: \\\n  c\\ d\n\nc\\ d:\n");
  EXPECT_EQ(formatDependencyFile("a", {}), "a:\n");
}

TEST(DependencyFile, WhetherAllOfItIsThere) {
  const std::string Text = formatDependencyFile("app.elf", {"a.o", "b:.o"});
  EXPECT_EQ(toString(checkDependencyFile(Text)), "");
  for (size_t Size : {size_t(0), Text.find('\\'), Text.size() / 2, Text.size() - 1})
    EXPECT_NE(toString(checkDependencyFile(StringRef(Text).take_front(Size))), "") << Size;
}

} // namespace
