// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests the names under which a bundle records a link's files. The names do not depend on the
// folder in which the link runs.

#include "Link/Command/LinkNames.h"

#include "TestFolder.h"

#include "llvm/Support/FileSystem.h"

TEST(LinkNamesTest, FilesBelowTheFolder) {
  const LinkNames Names("/home/me/app");
  EXPECT_EQ(Names.file("/home/me/app/lib/x.a"), "lib/x.a");
  EXPECT_EQ(Names.file("/home/me/app//x.o"), "x.o");
  EXPECT_EQ(Names.file("/home/me/app"), ".");
  for (StringRef Other : {"x.o", "../x.o", "/home/me/apple/x.o", "/usr/lib/x.a", "=/lib", ""})
    EXPECT_EQ(Names.file(Other), Other);
}

TEST(LinkNamesTest, AbsoluteOperandsStayAbsolute) {
  const LinkNames Names("/home/me/app");
  EXPECT_EQ(Names.operand("/home/me/app/x.o"), (LinkFolder + "/x.o").str());
  EXPECT_EQ(Names.operand("/home/me/app"), LinkFolder);
  EXPECT_EQ(Names.operand("x.o"), "x.o");
  EXPECT_EQ(Names.operand("/usr/x.o"), "/usr/x.o");
  EXPECT_EQ(Names.file(Names.operand("/home/me/app/x.o")), "x.o");
  EXPECT_EQ(Names.onMachine(Names.operand("/home/me/app/x.o")), "/home/me/app/x.o");
}

TEST(LinkNamesTest, PathsInTexts) {
  const LinkNames Names("/home/me/app");
  EXPECT_EQ(Names.text(" .text 0x1 /home/me/app/x.o\n.text 0x2 /home/me/app/l.a(m.o)\n"),
            " .text 0x1 x.o\n.text 0x2 l.a(m.o)\n");
  for (StringRef Same : {"", "/", "x/home/me/app/y", "/home/me/apple/y", "/home/me/app", "//"})
    EXPECT_EQ(Names.text(Same), Same);
}

/// The toolchain's real path can differ between machines, so names go through the symbolic link.
TEST(LinkNamesTest, ToolchainsBehindSymbolicLinks) {
  TestFolder Folder;
  Folder.write("store/gcc/bin/gcc-12", "");
  Folder.write("store/gcc/lib/libc.a", "");
  Folder.write("app/tools/bin/none", "");
  Folder.write("app/gcc/none", "");
  auto Link = [&](StringRef To, StringRef From) {
    ASSERT_FALSE(sys::fs::create_link(Folder.path(To.str()), Folder.path(From.str())));
  };
  Link("store/gcc/bin/gcc-12", "app/tools/bin/gcc");
  Link("store/gcc/bin/gcc-12", "app/gcc/gcc");
  LinkNames Names(Folder.path("app"));
  const std::string Libc = Folder.path("store/gcc/lib/libc.a");
  // The call has no effect: the symlink's folder is "gcc", but the real compiler's is "bin".
  Names.addToolchainOf(Folder.path("app/gcc/gcc"));
  EXPECT_EQ(Names.file(Libc), Libc);
  Names.addToolchainOf(Folder.path("app/tools/bin/gcc"));
  EXPECT_EQ(Names.file(Libc), "tools/lib/libc.a");
  EXPECT_EQ(Names.onMachine("tools/lib/libc.a"), Libc);
  EXPECT_EQ(Names.text("LOAD " + Libc + "\n"), "LOAD tools/lib/libc.a\n");
}

TEST(LinkNamesTest, FolderOfABundlesLink) {
  TestFolder Folder;
  EXPECT_EQ(LinkNames::ofBundle("/a/b/bin/app.etl", "bin/app.etl").folder(), "/a/b");
  EXPECT_EQ(LinkNames::ofBundle("/a/b/bin/app.etl", "./bin/app.etl").folder(), "/a/b");
  const std::string Current = LinkNames::ofThisProcess().folder();
  for (StringRef Recorded : {"other.etl", "in/app.etl", "../bin/app.etl", "/a/b/bin/app.etl"})
    EXPECT_EQ(LinkNames::ofBundle("/a/b/bin/app.etl", Recorded).folder(), Current);
}
