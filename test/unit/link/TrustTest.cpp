// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests which files the side outputs of a relink may replace, and how dependency files are read and
// written.

#include "Link/Relink/Trust.h"
#include "Link/Relink/DependencyFile.h"
#include "Support/InputFile.h"
#include "TestFolder.h"
#include "UnitTest.h"

#include <sys/stat.h>
#include <unistd.h>

TEST(Trust, SideOutputsReplaceOnlyFilesOfTheSameKind) {
  TestFolder Folder;
  const std::string Name = "a b.elf";
  auto Replaces = [&](OptionUse Kind, const std::string &Contents) {
    return toString(checkSideOutput(Kind, Folder.write("side", Contents), Name)).empty();
  };
  for (auto Kind : {OptionUse::Map, OptionUse::DependencyFile, OptionUse::ImportLibrary}) {
    EXPECT_EQ(toString(checkSideOutput(Kind, Folder.path("new"), Name)), "");
    EXPECT_FALSE(Replaces(Kind, ""));
    EXPECT_FALSE(Replaces(Kind, "precious: yes\n"));
    EXPECT_FALSE(Replaces(Kind, "a b.elf: yes\n"));
    EXPECT_FALSE(Replaces(Kind, ObjectText().section(".text", {"f"}).bytes()));
  }
  EXPECT_TRUE(Replaces(OptionUse::Map, "x\n\nLinker script and memory map\n\n"));
  EXPECT_TRUE(Replaces(OptionUse::DependencyFile, formatDependencyFile(Name, {"x.o"})));
  EXPECT_TRUE(Replaces(OptionUse::DependencyFile, "a b.elf: \\\n  x.o\n")); // GNU ld's format
  EXPECT_FALSE(Replaces(OptionUse::DependencyFile, formatDependencyFile("b.elf", {"x.o"})));
  EXPECT_TRUE(Replaces(OptionUse::ImportLibrary,
                       ObjectText().section(".comment", {}, "SHF_STRINGS").bytes()));
}

TEST(Trust, SideOutputsReplaceNoSymbolicLinks) {
  TestFolder Folder;
  const std::string Map = "x\n\nLinker script and memory map\n\n", Link = Folder.path("app.map");
  Folder.write("other.map", Map);
  for (const char *Target : {"other.map", "none"}) {
    ASSERT_EQ(::symlink(Target, Link.c_str()), 0);
    EXPECT_EQ(toString(checkSideOutput(OptionUse::Map, Link, "app.elf")),
              "the path is a symbolic link, which et-prune does not replace; remove the link, and "
              "prune again");
    ::unlink(Link.c_str());
  }
}

TEST(DependencyFile, IsRead) {
  EXPECT_EQ(parseDependencyFile("app.elf: \\\n  main.o \\\n  lib/libk.a \\\n  /usr/lib/libc.a\n"
                                "\nmain.o:\n\nlib/libk.a:\n\n/usr/lib/libc.a:\n"),
            (Strings{"main.o", "lib/libk.a", "/usr/lib/libc.a"}));
  EXPECT_EQ(parseDependencyFile("a: b\tc"), (Strings{"b", "c"}));
  EXPECT_EQ(parseDependencyFile("a:\nb: c\n"), Strings{"c"});
  EXPECT_EQ(parseDependencyFile(""), Strings{});
  EXPECT_EQ(parseDependencyFile("\\"), Strings{});
  EXPECT_EQ(parseDependencyFile("a: b\\"), Strings{"b"}); // a final "\" is ignored
}

TEST(DependencyFile, RoundTripAndTruncation) {
  Strings Odd{"plain.o",     "two words.o", "with#hash", "with$dollar", "$$",
              "back\\slash", "c:/drive.o",  "C:",        "tab",         "\xc3\xa4.o"};
  EXPECT_EQ(parseDependencyFile(formatDependencyFile("the target: #1", Odd)), Odd);
  EXPECT_EQ(formatDependencyFile("a b", {"c d"}), "a\\ b: \\\n  c\\ d\n\nc\\ d:\n");
  EXPECT_EQ(formatDependencyFile("a", {}), "a:\n");
  const std::string Text = formatDependencyFile("app.elf", {"a.o", "b:.o"});
  EXPECT_EQ(toString(checkDependencyFile(Text)), "");
  for (size_t Size : {size_t(0), Text.find('\\'), Text.size() / 2, Text.size() - 1})
    EXPECT_NE(toString(checkDependencyFile(StringRef(Text).take_front(Size))), "") << Size;
}
